// What all share pictures have in common: the pictures that messengers show with a link.
import { send } from './file.ts';
import { type Label, type Picture, pictureSize, png } from './picture.ts';
import type { Visit } from './visit.ts';
import { type Xml, xml } from './xml.ts';

/** The colours of the pictures. */
export const colours = {
  green: '#17663f',
  paper: '#fbfbf9',
  ball: '#c8dc3c',
  ink: '#1c2320',
  quiet: '#5c6660',
  tint: '#e3ece4',
} as const;

/** Where a text begins at the left, and ends at the right. */
export const left = 72;
export const right = pictureSize.width - left;

/** How a text is written that says what the others are about. */
export const quiet = { size: 34, colour: colours.quiet } as const;

/** A picture with the name of the site above what it shows. */
export function card(
  { siteName }: Visit,
  shapes: readonly Xml[],
  labels: readonly Label[],
): Picture {
  const { width, height } = pictureSize;
  const name = { text: siteName, x: left + 62, y: 72, size: 36, colour: colours.paper };
  return {
    shapes: xml`<rect width="${width}" height="${height}" fill="${colours.paper}"/>
<rect width="${width}" height="112" fill="${colours.green}"/>
${ball(left + 22, 58, 22)}${shapes}`,
    labels: [{ ...name, room: right - name.x }, ...labels],
  };
}

/** A tennis ball. */
export function ball(x: number, y: number, radius: number): Xml {
  const [edge, reach] = [radius * 0.72, radius * 0.7];
  const seam = (side: 1 | -1) =>
    xml`<path d="M${x + side * edge} ${y - reach}Q${x + side * radius * 0.1} ${y} ${x + side * edge} ${y + reach}" fill="none" stroke="${colours.paper}" stroke-width="${radius / 8}"/>`;
  return xml`<circle cx="${x}" cy="${y}" r="${radius}" fill="${colours.ball}"/>${[seam(1), seam(-1)]}`;
}

/** A picture as an answer: asked for each time, so that what is erased or voided is gone at once. */
export function sendPicture(visit: Visit, picture: Picture): Promise<Response> {
  const content = JSON.stringify(picture);
  return send(visit, { type: 'image/png', content, draw: () => png(picture) });
}
