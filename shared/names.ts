const polish = new Intl.Collator('pl');

type Named = readonly [name: string, id: string];

/** Orders people by their names, in Polish order, and namesakes by their ids. */
export function compareNames([name, id]: Named, [otherName, otherId]: Named): number {
  return polish.compare(name, otherName) || (id < otherId ? -1 : Number(id > otherId));
}

/** A name as it is compared: canonically composed, without spaces around it, and with single ones within. */
export function comparableName(text: string): string {
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ');
}
