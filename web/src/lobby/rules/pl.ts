import type { Rules } from "./text";

export const rules: Rules = {
  title: "Zasady",
  choose: "Plansza",
  differences: "Co wyróżnia tę planszę",
  common: "Podstawy",
  points: "Punkty za trasę",
  spaces: "Pola",
  worth: "Punkty",
  open: "Zagraj na tej planszy",
  pictures: {
    route: "Trasa z trzech czerwonych pól między dwoma miastami",
    grey: "Trasa z trzech szarych pól",
    closed: "Dwa tory, z których drugi jest zamknięty",
    tunnel: "Tunel z trzech zielonych pól, kreskowany po bokach",
    ferry: "Prom z czterech pól, z których dwa wymagają lokomotywy",
    swap: "Prom z trzech białych pól, z których jedno wymaga lokomotywy",
    special: "Trasa z dziewięciu szarych pól",
    border: "Trasa graniczna z dwóch żółtych pól",
    laid: "Trasa z trzech pól, na której stoją wagony gracza",
  },
  boards: {
    europe: [
      {
        title: "Tunele",
        picture: "tunnel",
        text: "Wykładasz karty na tunel, po czym odkrywane są trzy karty z talii. Każda w wyłożonym kolorze i każda lokomotywa kosztuje cię jeszcze jedną kartę tego koloru albo lokomotywę. Jeśli nie możesz lub nie chcesz dopłacić, zabierasz karty z powrotem i kończysz turę. Jeśli płacisz samymi lokomotywami, pasują tylko lokomotywy.",
      },
      {
        title: "Promy",
        picture: "ferry",
        text: "Za każde pole z parowozem trzeba zapłacić lokomotywą; za pozostałe kartami jednego koloru albo kolejnymi lokomotywami.",
      },
      {
        title: "Dworce",
        text: "Zamiast innej akcji możesz zbudować jeden z trzech swoich dworców w mieście, w którym jeszcze żadnego nie ma. Pierwszy kosztuje jedną kartę, drugi dwie w jednym kolorze, trzeci trzy w jednym kolorze. Na koniec każdy dworzec pozwala korzystać z jednej trasy innego gracza wychodzącej z tego miasta, dla wszystkich twoich biletów. Najlepszą wybieramy za ciebie. Niezbudowany dworzec jest wart 4 punkty.",
      },
      {
        title: "Pierwsze bilety",
        text: "Dostajesz trzy bilety i jeden długi, a zachowujesz co najmniej dwa; długi też można oddać. Oddane wypadają z gry.",
      },
      {
        title: "Najdłuższa ścieżka",
        text: "10 punktów za najdłuższy nieprzerwany ciąg własnych wagonów. Trasy pożyczone się nie liczą. Przy remisie dostają je wszyscy.",
      },
      {
        title: "Liczby",
        text: "Każdy ma 45 wagonów. Przy dwóch lub trzech graczach drugi tor trasy podwójnej zamyka się, gdy ktoś zajmie pierwszy.",
      },
    ],
    usa: [
      {
        title: "Gra podstawowa",
        text: "Bez tuneli, promów i dworców: dobra plansza na początek. Trasy są długie, a te najdłuższe warte są znacznie więcej.",
      },
      {
        title: "Pierwsze bilety",
        text: "Dostajesz trzy bilety i zachowujesz co najmniej dwa; reszta trafia pod stos biletów.",
      },
      {
        title: "Najdłuższa ścieżka",
        text: "10 punktów za najdłuższy nieprzerwany ciąg wagonów jednego gracza. Przy remisie dostają je wszyscy.",
      },
      {
        title: "Liczby",
        text: "Każdy ma 45 wagonów. Przy dwóch lub trzech graczach drugi tor trasy podwójnej zamyka się, gdy ktoś zajmie pierwszy.",
      },
    ],
    nordic: [
      {
        title: "Cenne lokomotywy",
        text: "Lokomotywami płaci się tylko za tunele i promy, nigdy za inne trasy. Za to odkryta lokomotywa liczy się jak zwykła karta: można wziąć nawet dwie. Odkrytych kart nigdy się z ich powodu nie wymienia.",
      },
      {
        title: "Promy i wymiana",
        picture: "swap",
        text: "Pole z parowozem wymaga lokomotywy. Mogą ją zastąpić trzy dowolne karty; jeśli stół nie ustali inaczej, mogą one zastąpić także kartę na kolorowym polu promu. Karty z wymiany nie wymagają dodatkowych wagonów.",
      },
      {
        title: "Murmańsk – Lieksa",
        picture: "special",
        text: "Dziewięć szarych pól wartych 27 punktów. Dowolne cztery karty mogą zastąpić jedną kartę koloru, którym płacisz, ile razy zechcesz.",
      },
      {
        title: "Tunele",
        picture: "tunnel",
        text: "Wykładasz karty, po czym odkrywane są trzy karty z talii. Każda w twoim kolorze i każda lokomotywa kosztuje jeszcze jedną. Dopłacasz albo zabierasz karty i kończysz turę. W tunelach nie ma wymiany.",
      },
      {
        title: "Bilety",
        text: "Na początku dostajesz pięć biletów i zachowujesz co najmniej dwa. Oddane bilety wypadają z gry, późniejsze również.",
      },
      {
        title: "Najwięcej biletów",
        text: "10 punktów dla tego, kto zrealizował najwięcej biletów. Przy remisie dostają je wszyscy. Za najdłuższą ścieżkę punktów nie ma.",
      },
      {
        title: "Liczby",
        text: "Dwóch lub trzech graczy, każdy ma 40 wagonów. Przy dwóch drugi tor trasy podwójnej zamyka się, gdy ktoś zajmie pierwszy.",
      },
    ],
    poland: [
      {
        title: "Nasza plansza",
        text: "Ta Polska to plansza naszego projektu, nie ta drukowana: miasta, trasy i bilety są nasze.",
      },
      {
        title: "Kraje",
        picture: "border",
        text: "Wokół Polski leży siedmiu sąsiadów; każdy ma stos kart kraju, najcenniejsza na wierzchu. Prowadzą tam trasy graniczne; wszystkie ich tory są otwarte przy każdej liczbie graczy, ale z każdej możesz mieć tylko jeden tor.",
      },
      {
        title: "Karty krajów",
        text: "Gdy zajmujesz trasę graniczną, liczy się wszystko, co jest z nią połączone. Jeśli kraj jest w tej sieci nowy, a sieć sięga teraz co najmniej dwóch krajów, bierzesz wierzchnią kartę każdego z nich. Pusty stos nic nie daje. Wartości liczą się na koniec.",
      },
      {
        title: "Trasy wewnętrzne",
        text: "Połączenie dwóch sieci wewnątrz kraju nie daje karty. Najpierw więc łącz, a granicę przekraczaj na końcu. Ostrzegamy przed ruchem, który połączyłby kraje bez zdobycia kart.",
      },
      { title: "Bez przejazdu", text: "Kraj to ślepy koniec: dwie twoje trasy do niego nie łączą się tam ze sobą." },
      {
        title: "Liczby",
        text: "Od dwóch do czterech graczy, każdy ma 35 wagonów; na początku cztery bilety, z których zachowujesz co najmniej dwa. Przy dwóch lub trzech graczach drugi tor podwójnej trasy wewnętrznej zamyka się, gdy ktoś zajmie pierwszy. Nie ma premii za najdłuższą ścieżkę ani za najwięcej biletów.",
      },
    ],
  },
  parts: [
    {
      title: "Cel",
      text: "Łącz miasta, kładąc wagony na trasach. Trasy punktują w chwili zajęcia. Bilety wskazują dwa miasta: na koniec każdy dodaje swoje punkty, jeśli twoje wagony je łączą, a odejmuje, jeśli nie.",
    },
    {
      title: "Twoja tura",
      text: "Robisz dokładnie jedną rzecz: dobierasz karty, zajmujesz trasę albo bierzesz nowe bilety; na planszach z dworcami możesz zamiast tego zbudować dworzec.",
    },
    {
      title: "Dobieranie kart",
      text: "Bierzesz dwie karty, każdą z pięciu odkrytych albo w ciemno z talii. Odkrytą od razu zastępuje nowa. Lokomotywa zastępuje dowolny kolor. Poza planszą nordycką odkryta lokomotywa to całe twoje dobieranie, a gdy leżą trzy, wymienia się wszystkie pięć kart.",
    },
    {
      title: "Zajmowanie trasy",
      picture: "route",
      text: "Płacisz tyloma kartami, ile trasa ma pól, wszystkimi w jej kolorze; lokomotywy mogą zastąpić każdą z nich. Potrzebujesz tylu wagonów, ile jest pól. Trasa nie musi stykać się z innymi twoimi.",
    },
    { title: "Szare trasy", picture: "grey", text: "Wystarczą karty dowolnego jednego koloru." },
    {
      title: "Trasy podwójne",
      picture: "closed",
      text: "Żaden gracz nie może mieć obu torów. Przy małej liczbie graczy drugi tor zamyka się po zajęciu pierwszego.",
    },
    {
      title: "Bilety",
      text: "Zamiast innej akcji bierzesz trzy bilety i zachowujesz co najmniej jeden. Zachowane są tajne do końca i nie można ich oddać.",
    },
    {
      title: "Koniec",
      picture: "laid",
      text: "Gdy ktoś kończy turę z najwyżej dwoma wagonami, każdy ma jeszcze jedną turę, ten gracz także. Potem pokazuje się i liczy wszystkie bilety.",
    },
    {
      title: "Remis",
      text: "Wygrywa ten, kto zrealizował więcej biletów, potem decyduje osobna zasada danej planszy; jeśli i to nie rozstrzyga, miejsce jest wspólne.",
    },
  ],
};
