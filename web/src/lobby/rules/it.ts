import type { Rules } from "./text";

export const rules: Rules = {
  title: "Regole",
  choose: "Tabellone",
  differences: "Che cosa ha di speciale questo tabellone",
  common: "Le basi",
  points: "Punti per una tratta",
  spaces: "Caselle",
  worth: "Punti",
  open: "Gioca su questo tabellone",
  pictures: {
    route: "Una tratta di tre caselle rosse tra due città",
    grey: "Una tratta di tre caselle grigie",
    closed: "Due binari, di cui il secondo è chiuso",
    tunnel: "Una galleria di tre caselle verdi, tratteggiata ai lati",
    ferry: "Un traghetto di quattro caselle, due delle quali richiedono una locomotiva",
    swap: "Un traghetto di tre caselle bianche, una delle quali richiede una locomotiva",
    special: "Una tratta di nove caselle grigie",
    border: "Una tratta di confine di due caselle gialle",
    laid: "Una tratta di tre caselle con i vagoni di un giocatore",
  },
  boards: {
    europe: [
      {
        title: "Gallerie",
        picture: "tunnel",
        text: "Metti giù le carte per la galleria, poi si scoprono tre carte dal mazzo. Ognuna del colore che hai giocato, e ogni locomotiva, ti costa un'altra carta di quel colore o una locomotiva. Se non puoi o non vuoi pagare, riprendi le carte e il turno finisce. Se hai giocato solo locomotive, corrispondono solo le locomotive.",
      },
      {
        title: "Traghetti",
        picture: "ferry",
        text: "Ogni casella con il simbolo della locomotiva va pagata con una locomotiva; le altre con carte di un solo colore o con altre locomotive.",
      },
      {
        title: "Stazioni",
        text: "Invece di un'altra azione puoi costruire una delle tue tre stazioni in una città che non ne ha. La prima costa una carta, la seconda due di un colore, la terza tre di un colore. Alla fine ogni stazione ti fa usare una tratta altrui che arriva nella sua città, per tutti i tuoi biglietti. La migliore viene scelta per te. Una stazione mai costruita vale 4 punti.",
      },
      {
        title: "Primi biglietti",
        text: "Ricevi tre biglietti e uno lungo, e ne tieni almeno due; anche quello lungo si può lasciare. Quelli che non tieni escono dal gioco.",
      },
      {
        title: "Percorso più lungo",
        text: "10 punti alla linea ininterrotta più lunga di vagoni propri. Le tratte in prestito non contano. In caso di parità li prendono tutti.",
      },
      {
        title: "Numeri",
        text: "45 vagoni a testa. In due o tre giocatori, il secondo binario di una tratta doppia si chiude appena il primo è preso.",
      },
    ],
    usa: [
      {
        title: "Il gioco classico",
        text: "Niente gallerie, traghetti o stazioni: un buon tabellone per cominciare. Le tratte sono lunghe, e le più lunghe valgono molto di più.",
      },
      {
        title: "Primi biglietti",
        text: "Ricevi tre biglietti e ne tieni almeno due; gli altri vanno sotto il mazzo dei biglietti.",
      },
      {
        title: "Percorso più lungo",
        text: "10 punti alla linea ininterrotta più lunga di vagoni di un giocatore. In caso di parità li prendono tutti.",
      },
      {
        title: "Numeri",
        text: "45 vagoni a testa. In due o tre giocatori, il secondo binario di una tratta doppia si chiude appena il primo è preso.",
      },
    ],
    nordic: [
      {
        title: "Locomotive preziose",
        text: "Le locomotive pagano solo gallerie e traghetti, mai le altre tratte. In cambio una locomotiva scoperta conta come una carta qualsiasi: puoi prenderne perfino due. Le carte scoperte non vengono mai sostituite per causa loro.",
      },
      {
        title: "Traghetti e scambi",
        picture: "swap",
        text: "Una casella con il simbolo della locomotiva ne richiede una. Tre carte qualsiasi possono sostituirla e, se il tavolo non decide altrimenti, anche una casella colorata di un traghetto. Le carte scambiate non richiedono vagoni in più.",
      },
      {
        title: "Murmansk – Lieksa",
        picture: "special",
        text: "Nove caselle grigie, 27 punti. Quattro carte qualsiasi possono valere una carta del colore con cui paghi, quante volte vuoi.",
      },
      {
        title: "Gallerie",
        picture: "tunnel",
        text: "Metti giù le carte, poi se ne scoprono tre dal mazzo. Ognuna del tuo colore, e ogni locomotiva, costa una carta in più. Paghi, oppure riprendi le carte e finisci il turno. Nelle gallerie non ci sono scambi.",
      },
      {
        title: "Biglietti",
        text: "All'inizio ricevi cinque biglietti e ne tieni almeno due. Quelli restituiti escono dal gioco, anche più tardi.",
      },
      {
        title: "Più biglietti",
        text: "10 punti a chi ha completato più biglietti. In caso di parità li prendono tutti. Per il percorso più lungo non ci sono punti.",
      },
      {
        title: "Numeri",
        text: "Due o tre giocatori, 40 vagoni a testa. In due, il secondo binario di una tratta doppia si chiude appena il primo è preso.",
      },
    ],
    poland: [
      {
        title: "Un tabellone nostro",
        text: "Questa Polonia è un tabellone disegnato da noi, non quello stampato: città, tratte e biglietti sono nostri.",
      },
      {
        title: "Paesi",
        picture: "border",
        text: "Intorno alla Polonia ci sono sette vicini, ognuno con una pila di carte, la più preziosa in cima. Ci portano le tratte di confine; tutti i loro binari sono aperti con qualsiasi numero di giocatori, ma di ognuna puoi avere un solo binario.",
      },
      {
        title: "Carte dei Paesi",
        text: "Quando prendi una tratta di confine, conta tutto ciò che le è collegato. Se il Paese è nuovo per quella rete e la rete ora raggiunge almeno due Paesi, prendi la carta in cima di ciascuno. Una pila vuota non dà nulla. I valori contano alla fine.",
      },
      {
        title: "Tratte interne",
        text: "Collegare due reti con una tratta interna non dà carte. Quindi prima collega e passa il confine per ultimo. Ti avvisiamo prima di una mossa che collegherebbe dei Paesi senza vincere carte.",
      },
      {
        title: "Non si attraversa",
        text: "Un Paese è un capolinea: due tue tratte verso di esso non si collegano lì.",
      },
      {
        title: "Numeri",
        text: "Da due a quattro giocatori, 35 vagoni a testa; all'inizio quattro biglietti, di cui tieni almeno due. In due o tre giocatori, il secondo binario di una tratta interna doppia si chiude appena il primo è preso. Non ci sono bonus per il percorso più lungo o per i biglietti.",
      },
    ],
  },
  parts: [
    {
      title: "Lo scopo",
      text: "Collega le città posando vagoni sulle tratte. Le tratte danno punti quando le prendi. I biglietti nominano due città: alla fine ciascuno aggiunge i suoi punti se i tuoi vagoni le collegano, e li toglie in caso contrario.",
    },
    {
      title: "Il tuo turno",
      text: "Fai esattamente una cosa: peschi carte vagone, prendi una tratta o peschi nuovi biglietti; dove ci sono stazioni, puoi invece costruirne una.",
    },
    {
      title: "Prendere carte",
      text: "Prendi due carte, ciascuna tra le cinque scoperte o alla cieca dal mazzo. Una carta scoperta viene subito rimpiazzata. Una locomotiva vale qualsiasi colore. Tranne che sul tabellone nordico, una locomotiva scoperta è tutta la tua pesca, e quando ce ne sono tre si cambiano tutte e cinque le carte.",
    },
    {
      title: "Prendere una tratta",
      picture: "route",
      text: "Paghi tante carte quante sono le caselle, tutte del suo colore; le locomotive possono sostituirne ciascuna. Ti servono tanti vagoni quante caselle. Non deve toccare le altre tue tratte.",
    },
    { title: "Tratte grigie", picture: "grey", text: "Vanno bene carte di un solo colore, quello che vuoi." },
    {
      title: "Tratte doppie",
      picture: "closed",
      text: "Nessun giocatore può avere entrambi i binari. Con pochi giocatori il secondo si chiude quando il primo è preso.",
    },
    {
      title: "Biglietti",
      text: "Invece di un'altra azione prendi tre biglietti e tienine almeno uno. Quelli tenuti restano segreti fino alla fine e non si restituiscono.",
    },
    {
      title: "La fine",
      picture: "laid",
      text: "Quando qualcuno finisce il turno con due vagoni o meno, tutti hanno ancora un turno, anche quel giocatore. Poi si mostrano e si contano tutti i biglietti.",
    },
    {
      title: "Parità",
      text: "Vince chi ha completato più biglietti, poi decide lo spareggio proprio del tabellone; se anche questo è pari, il posto è condiviso.",
    },
  ],
};
