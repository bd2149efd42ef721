/** @jsxImportSource preact */
import type { DeskPass } from '../auth/index.ts';
import { inEach, type Visit } from '../website/index.ts';
import { DeskPage, deskWords } from './page.tsx';

const doorWords = inEach({
  title: ['Open the desk', 'Otwórz biurko'],
  meaning: [
    'Whoever has this address can enter results here: pass it on to nobody.',
    'Kto ma ten adres, może tu wpisywać wyniki: nie przekazuj go nikomu.',
  ],
  open: ['Open it on this device', 'Otwórz na tym urządzeniu'],
});

type DoorProps = { readonly visit: Visit; readonly pass: DeskPass; readonly secret: string };

/** Says whose desk a pass opens; nothing is opened before somebody presses the button. */
export function doorPage({ visit, pass, secret }: DoorProps) {
  const words = doorWords[visit.language];
  return (
    <DeskPage visit={visit} title={words.title}>
      <p>
        <strong>
          <bdi>{pass.label}</bdi>
        </strong>
        <br />
        <bdi>{deskWords[visit.language].of(pass.organizer_name)}</bdi>
      </p>
      <form method="post" action={visit.to('desk/open')}>
        <input type="hidden" name="pass" value={secret} />
        <button type="submit">{words.open}</button>
      </form>
      <p class="quiet">{words.meaning}</p>
    </DeskPage>
  );
}
