import type { Rules } from "./text";

export const rules: Rules = {
  title: "Rules",
  choose: "Board",
  differences: "What is special on this board",
  common: "Basics",
  points: "Points for a route",
  spaces: "Spaces",
  worth: "Points",
  open: "Play on this board",
  pictures: {
    route: "A route of three red spaces between two cities",
    grey: "A route of three grey spaces",
    closed: "Two tracks, the second of them closed",
    tunnel: "A tunnel of three green spaces, hatched along its sides",
    ferry: "A ferry of four spaces, two of which need a locomotive",
    swap: "A ferry of three white spaces, one of which needs a locomotive",
    special: "A route of nine grey spaces",
    border: "A border route of two yellow spaces",
    laid: "A route of three spaces with a player's trains on it",
  },
  boards: {
    europe: [
      {
        title: "Tunnels",
        picture: "tunnel",
        text: "Play your cards for the tunnel; then three cards are turned up from the deck. Each one in the colour you played, and each locomotive, costs you one more card of that colour or a locomotive. If you cannot or will not pay, take your cards back and your turn is over. If you played only locomotives, only locomotives match.",
      },
      {
        title: "Ferries",
        picture: "ferry",
        text: "Each space with an engine on it must be paid with a locomotive; pay for the other spaces with cards of one colour or more locomotives.",
      },
      {
        title: "Stations",
        text: "Instead of another action, build one of your three stations in a city that has none. The first costs one card, the second two of one colour, the third three of one colour. At the end each station lets you use another player's route that ends in its city, for all your tickets. The best one is chosen for you. Each station you never built scores 4 points.",
      },
      {
        title: "First tickets",
        text: "You get three tickets and one long one, and keep at least two; you need not keep the long one. Tickets you do not keep leave the game.",
      },
      {
        title: "Longest path",
        text: "10 points go to the longest unbroken line of one player's own trains. Borrowed routes do not count. Everyone who ties gets them.",
      },
      {
        title: "Numbers",
        text: "45 trains each. With two or three players, one track of every double route is closed as soon as the other is taken.",
      },
    ],
    usa: [
      {
        title: "The classic game",
        text: "No tunnels, ferries or stations: a good board to start with. Its routes are long, and the long ones are worth much more.",
      },
      {
        title: "First tickets",
        text: "You get three tickets and keep at least two; the others go under the ticket deck.",
      },
      {
        title: "Longest path",
        text: "10 points go to the longest unbroken line of one player's trains. Everyone who ties gets them.",
      },
      {
        title: "Numbers",
        text: "45 trains each. With two or three players, one track of every double route is closed as soon as the other is taken.",
      },
    ],
    nordic: [
      {
        title: "Scarce locomotives",
        text: "Locomotives can pay for tunnels and ferries only, never for other routes. In return, a face-up locomotive counts as one card like any other: you may even take two. The face-up cards are never replaced because of them.",
      },
      {
        title: "Ferries and swaps",
        picture: "swap",
        text: "A space with an engine needs a locomotive. Any three cards may stand for it and, unless the table plays otherwise, for a coloured space of a ferry. Swapped cards need no extra trains.",
      },
      {
        title: "Murmansk – Lieksa",
        picture: "special",
        text: "Nine grey spaces, worth 27 points. Any four cards may stand for one card of the colour you pay with, as often as you like.",
      },
      {
        title: "Tunnels",
        picture: "tunnel",
        text: "Play your cards; then three cards are turned up from the deck. Each one in your colour, and each locomotive, costs one more. Pay, or take your cards back and end your turn. There are no swaps on tunnels.",
      },
      {
        title: "Tickets",
        text: "You start with five tickets and keep at least two. Tickets you give back leave the game, later ones too.",
      },
      {
        title: "Most tickets",
        text: "10 points go to whoever has completed the most tickets. Everyone who ties gets them. There are no points for the longest path.",
      },
      {
        title: "Numbers",
        text: "Two or three players, 40 trains each. With two, one track of every double route is closed as soon as the other is taken.",
      },
    ],
    poland: [
      {
        title: "Our own board",
        text: "This Poland is a board of our own design, not the printed one: its cities, routes and tickets are ours.",
      },
      {
        title: "Countries",
        picture: "border",
        text: "Seven neighbours lie around Poland, each with a stack of country cards, the most valuable on top. Border routes lead there; all their tracks are open with any number of players, but you may own only one track of each.",
      },
      {
        title: "Country cards",
        text: "When you claim a border route, look at everything connected to it. If the country is new to that network and the network now reaches two countries or more, you take the top card of each of them. An empty stack gives nothing. The values count at the end.",
      },
      {
        title: "Inland routes",
        text: "Connecting two networks inland wins no card. So connect first and cross the border last. You are warned before a move that would connect countries without winning cards.",
      },
      { title: "No way through", text: "A country is a dead end: two of your routes into it do not connect there." },
      {
        title: "Numbers",
        text: "Two to four players, 35 trains each; you start with four tickets and keep at least two. With two or three players, one track of every inland double route is closed as soon as the other is taken. There is no bonus for the longest path or the most tickets.",
      },
    ],
  },
  parts: [
    {
      title: "The aim",
      text: "Connect cities by laying trains on routes. Routes score when you claim them. Each ticket names two cities: at the end it adds its points if your trains connect them, and subtracts them if not.",
    },
    {
      title: "Your turn",
      text: "Do exactly one thing: draw train cards, claim a route or draw new tickets; on boards with stations, you may build one instead.",
    },
    {
      title: "Drawing cards",
      text: "Take two cards, each from the five face-up cards or blind from the deck. A face-up card is replaced at once. A locomotive stands for any colour. Except on the Nordic board, a face-up locomotive is your whole draw, and when three of them are face up, all five cards are replaced.",
    },
    {
      title: "Claiming a route",
      picture: "route",
      text: "Pay as many cards as it has spaces, all in its colour; locomotives stand in for any of them. You need as many trains as spaces. The route need not touch your others.",
    },
    { title: "Grey routes", picture: "grey", text: "Cards of any one colour will do." },
    {
      title: "Double routes",
      picture: "closed",
      text: "No player may own both tracks. With few players the second track is closed once the first is taken.",
    },
    {
      title: "Tickets",
      text: "Instead of another action, draw three tickets and keep at least one. Kept tickets stay secret until the end, and cannot be given back.",
    },
    {
      title: "The end",
      picture: "laid",
      text: "When a player ends a turn with two trains or fewer, everyone gets one more turn, that player too. Then all tickets are shown and scored.",
    },
    {
      title: "A tie",
      text: "Whoever has completed more tickets is ahead; after that the board has its own tie-break. If that is equal too, the place is shared.",
    },
  ],
};
