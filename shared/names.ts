const polish = new Intl.Collator('pl');

type Named = readonly [name: string, id: string];

/** Orders people by their names, in Polish order, and namesakes by their ids. */
export function compareNames([name, id]: Named, [otherName, otherId]: Named): number {
  return polish.compare(name, otherName) || (id < otherId ? -1 : Number(id > otherId));
}

/** A name as it is compared: composed, without what can't be seen, and with single spaces, between words only. */
export function comparableName(text: string): string {
  const seen = text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
  return seen.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}

/** A name as it is written, and with its last word first, or its first one last: the surname may begin it. */
export function inEachOrder(name: string): string[] {
  const words = name.trim().split(/\s+/);
  const last = words.length - 1;
  return [
    words,
    [...words.slice(last), ...words.slice(0, last)],
    [...words.slice(1), ...words.slice(0, 1)],
  ].map((each) => each.join(' '));
}
