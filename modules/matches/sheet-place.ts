// Where a match was played, as people write it: "kort 1", "Agrykola 1", "kort nr 2, Agrykola".
import type { Beside, TextFault, Texts } from '../../shared/exchange/sheet.ts';
import { folded } from '../../shared/text.ts';

const word = String.raw`(?:(?:kort|court|nr|no|numer|number)(?!\p{L})\.?|#)`;
const bareNumber = RegExp(String.raw`^(?:${word}\s?)*(\d{1,4})(?:\s?\(.*\))?$`, 'iu');
const numberLast = RegExp(String.raw`^(\S.*?)[\s,(–-]+(?:${word}\s?)*(\d{1,4})\)?$`, 'iu');
const numberFirst = RegExp(String.raw`^(?:${word}\s?)*(\d{1,4})(?:\s?[,–-]\s?|\s)(\S.*)$`, 'iu');
/** No venue's name with its court is longer. */
const mostCharacters = 120;

type Place = { readonly name: string; readonly court: string };

/** A venue's name with the number of a court; undefined if the text isn't both. */
function split(text: string): Place | undefined {
  if (text.length > mostCharacters) return undefined;
  const [, name = '', court = ''] = numberLast.exec(text) ?? [];
  if (court) return { name, court };
  const [, first = '', last = ''] = numberFirst.exec(text) ?? [];
  return first ? { name: last, court: first } : undefined;
}

/** The venue and the court's number, whichever of their cells they stand in; a venue's own name may end in a number. */
export function placeIn(cells: Texts, { isKnown }: Beside) {
  const { venue, court_number: court } = cells;
  const isVenue = (text: string) => isKnown('venue', text);
  // "Korty" heads a column of venues in one sheet, and of courts in another.
  const only = court === undefined && venue !== undefined && bareNumber.exec(venue)?.[1];
  if (only && !isVenue(venue)) return { texts: { venue: undefined, court_number: only } };
  const inVenue = venue !== undefined && !isVenue(venue) ? split(venue) : undefined;
  const own = inVenue && isVenue(inVenue.name) ? inVenue : undefined;
  const name = own?.name ?? venue;
  if (court === undefined) return { texts: { venue: name, court_number: own?.court } };
  const number = bareNumber.exec(court)?.[1] ?? (/^brak$/i.test(court) ? 'none' : undefined);
  if (number) return { texts: { venue: name, court_number: number } };
  if (name === undefined && isVenue(court)) {
    return { texts: { venue: court, court_number: undefined } };
  }
  const place = split(court);
  if (place && (name === undefined ? isVenue(place.name) : folded(place.name) === folded(name))) {
    return { texts: { venue: name ?? place.name, court_number: place.court } };
  }
  if (!place || name !== undefined) return { texts: { venue: name } };
  const reason = `Expected the number of a court, or none; and there is no venue named "${place.name}".`;
  const faults: readonly TextFault[] = [{ column: 'court_number', reason }];
  return { texts: {}, faults };
}
