/** @jsxImportSource preact */
import { Fragment } from 'preact';
import { inEach } from './language.ts';
import { placeOf } from './rules-text.tsx';
import type { Visit } from './visit.ts';

/** What is asked, in order, and the rules that say more about it. */
const questions = [
  ['loss', ['1.2', '1.3', '1.5']],
  ['gain', ['1.2', '1.3', '1.5']],
  ['retirement', ['1.4']],
  ['sets', ['1.4']],
  ['waiting', ['3.1', '3.2']],
  ['walkover', ['1.8']],
  ['confidence', ['2.1', '2.2']],
  ['drop', ['2.2', '2.3']],
  ['ranked', ['13.2']],
  ['level', ['1.1']],
  ['wrong', ['11.1', '11.2']],
  ['visible', ['11.5', '13.1']],
] as const;

/** What players ask, and the answers. */
export const answersWords = inEach({
  more: [
    (count: number): string => (count === 1 ? 'More in rule' : 'More in rules'),
    (count: number): string => (count === 1 ? 'Więcej: zasada' : 'Więcej: zasady'),
  ],
  loss: {
    question: ['Why did I lose so much?', 'Dlaczego tracę aż tyle punktów?'],
    answer: [
      'The less a loss was expected, the more it costs. And a rating that is not sure yet moves in larger steps: by up to 48 points a match while its confidence is under 40, by up to 32 while it is under 70. Each of you has a K of your own, so your opponent may have gained more or less than you lost. The page of the match has all the numbers.',
      'Porażka kosztuje tym więcej, im mniej można się jej było spodziewać. A punkty, które nie są jeszcze pewne, zmieniają się większymi krokami: nawet o 48 na mecz, gdy ich pewność jest niższa niż 40, i nawet o 32, gdy jest niższa niż 70. Każda ze stron ma własne K, więc zysk rywala może być inny niż Twoja strata. Wszystkie liczby są na stronie meczu.',
    ],
  },
  gain: {
    question: ['Why did I gain so little?', 'Dlaczego zyskuję tak mało punktów?'],
    answer: [
      'The less a win was expected, the more it brings. Against a much lower-rated player the ratings predict it, so there is little to gain. And from a confidence of 70 on a rating moves in small steps, by 16 points a match at most.',
      'Wygrana daje tym więcej, im mniej można się jej było spodziewać. Wygrana z kimś, kto ma znacznie mniej punktów, jest zgodna z przewidywaniami, więc niewiele da się zyskać. A przy pewności od 70 wzwyż punkty zmieniają się małymi krokami, najwyżej o 16 na mecz.',
    ],
  },
  retirement: {
    question: ['Why did I lose points though I won?', 'Dlaczego po wygranej mam mniej punktów?'],
    answer: [
      'Because your opponent retired. A match that was broken off counts by the games that were completed: whoever is behind 2–5 when the other one retires has won the match, but scored 2 of 7. So a win can cost points, and retiring can bring some.',
      'Bo po drugiej stronie był krecz. Mecz przerwany liczy się według ukończonych gemów: kto przy kreczu drugiej strony przegrywa 2–5, wygrywa mecz, ale zdobywa tylko 2 z 7 gemów. Dlatego wygrana może kosztować punkty, a krecz może je przynieść.',
    ],
  },
  sets: {
    question: [
      'Does 6–0 6–0 count for more than 7–6 7–6?',
      'Czy 6–0 6–0 liczy się bardziej niż 7–6 7–6?',
    ],
    answer: [
      'No. A match that was played to its end is a win or a loss, whatever the sets were.',
      'Nie. Mecz rozegrany do końca to wygrana albo porażka, niezależnie od setów.',
    ],
  },
  waiting: {
    question: ['Why has my match had no effect yet?', 'Dlaczego mój mecz jeszcze nic nie zmienił?'],
    answer: [
      'Results are rated once no new one has come for a while, usually within minutes, so that the matches of a day count in the order of play. If yours is still missing the next day, ask whoever runs your competition whether it was sent. A result that comes late counts, too, but changes nothing that was rated before.',
      'Wyniki są przeliczane, gdy przez jakiś czas nie przychodzi żaden nowy, zwykle w ciągu kilku minut, żeby mecze jednego dnia liczyły się w kolejności, w jakiej je rozegrano. Jeśli następnego dnia brakuje Twojego wyniku, zapytaj organizatora rozgrywek, czy został wysłany. Wynik spóźniony też się liczy, ale nie zmienia niczego, co już przeliczono.',
    ],
  },
  walkover: {
    question: ['Why did a walkover bring me nothing?', 'Dlaczego walkower nic mi nie dał?'],
    answer: [
      'Nobody played. It is a result of the competition, but ratings rest on what happened on court.',
      'Bo nikt nie grał. Walkower jest wynikiem w rozgrywkach, ale punkty zależą tylko od tego, co działo się na korcie.',
    ],
  },
  confidence: {
    question: ['Why did my confidence fall?', 'Dlaczego spadła pewność moich punktów?'],
    answer: [
      'You had no rated match for 60 days. It drops by 5 then, and by 5 more every 30 days, but never below 20. The rating itself stays, and each rated match brings 10 back.',
      'Minęło 60 dni bez Twojego meczu rankingowego. Pewność spada wtedy o 5, a potem o kolejne 5 co 30 dni, ale nigdy poniżej 20. Same punkty zostają, a każdy mecz rankingowy przywraca 10.',
    ],
  },
  drop: {
    question: ['When does the next drop come?', 'Kiedy będzie następny spadek?'],
    answer: [
      'Counted from the moment at which your last rated match began: after 60 days, after 90, after 120, and so on. It usually shows within a day of that. A new match starts the count anew.',
      'Licząc od chwili, w której zaczął się Twój ostatni mecz rankingowy: po 60 dniach, po 90, po 120 i tak dalej. Zwykle widać go w ciągu doby od tej chwili. Nowy mecz zaczyna liczenie od początku.',
    ],
  },
  ranked: {
    question: ['Why am I not in the ranking?', 'Dlaczego nie ma mnie w rankingu?'],
    answer: [
      'A place in it takes a rated match within the last 365 days and a confidence of at least 40: two rated matches bring it to that, a long pause takes it below. Everybody else is listed after the ranked, without a place.',
      'Miejsce w rankingu daje mecz rankingowy w ciągu ostatnich 365 dni i pewność co najmniej 40: wystarczą do niej dwa mecze rankingowe, a długa przerwa może ją odebrać. Wszyscy inni są na liście dalej, bez miejsca.',
    ],
  },
  level: {
    question: ['Is my rating an NTRP level?', 'Czy moje punkty to poziom NTRP?'],
    answer: [
      'No. The level that was given when you joined decides only where the rating began. Since then it follows from results alone.',
      'Nie. Poziom podany przy dołączeniu decyduje tylko o tym, od ilu punktów się zaczęło. Odtąd wynikają one z samych meczów.',
    ],
  },
  wrong: {
    question: ['A result is wrong. What now?', 'Wynik jest błędny. Co teraz?'],
    answer: [
      'Tell whoever runs the competition. A result can be corrected or taken back, and then every rating it affected is computed anew.',
      'Daj znać organizatorowi rozgrywek. Wynik można poprawić albo wycofać, a wtedy wszystkie punkty, na które wpłynął, są liczone od nowa.',
    ],
  },
  visible: {
    question: ['Who sees all this?', 'Kto to wszystko widzi?'],
    answer: [
      'Everybody who has the address; search engines are asked not to list these pages. You can choose to have no page, and no name on these pages; or your name can be erased for good, while the matches stay: ask whoever runs your competition.',
      'Wszyscy, którzy mają adres; wyszukiwarki są proszone, żeby tych stron nie pokazywać. Możesz nie mieć tu swojej strony ani imienia i nazwiska na innych; można je też usunąć na zawsze, a mecze zostają: w tej sprawie zwróć się do organizatora rozgrywek.',
    ],
  },
  listed: {
    question: ['Who can see all this?', 'Kto może to wszystko zobaczyć?'],
    answer: [
      'Everybody, and search engines may list these pages. You can choose to have no page, and no name on these pages; or your name can be erased for good, while the matches stay: ask whoever runs your competition.',
      'Wszyscy, a wyszukiwarki mogą te strony pokazywać. Możesz nie mieć tu swojej strony ani imienia i nazwiska na innych; można je też usunąć na zawsze, a mecze zostają: w tej sprawie zwróć się do organizatora rozgrywek.',
    ],
  },
});

/** What players ask, answered. */
export function Answers({ visit }: { readonly visit: Visit }) {
  const answers = answersWords[visit.language];
  return (
    <>
      {questions.map(([name, rules]) => {
        const text = name === 'visible' && visit.isListed ? answers.listed : answers[name];
        return (
          <section key={name} id={`why-${name}`}>
            <h3>{text.question}</h3>
            <p>
              {text.answer} {answers.more(rules.length)}{' '}
              {rules.map((rule, index) => (
                <Fragment key={rule}>
                  {index > 0 && ', '}
                  <a href={placeOf(visit, rule)}>{rule}</a>
                </Fragment>
              ))}
              {'.'}
            </p>
          </section>
        );
      })}
    </>
  );
}
