// Draws pictures on the server: SVG that becomes a PNG, with a font of its own, since a server may have none.
import { setImmediate as pause } from 'node:timers/promises';
import PQueue from 'p-queue';
import { readPackageFile } from '../../shared/package-files.ts';
import { type Xml, xml } from './xml.ts';

/** The size that messengers expect, in pixels. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** A line of text; it shrinks to fit into its room, down to a size at which it is cut. */
export type Label = {
  readonly text: string;
  readonly x: number;
  /** Of the line on which the letters stand. */
  readonly y: number;
  readonly size: number;
  readonly colour: string;
  readonly isBold?: boolean;
  /** Where it ends, if that is at `x`. */
  readonly end?: boolean;
  readonly room?: number;
};

/** What is drawn: the shapes, and the labels above them. */
export type Picture = { readonly shapes: Xml; readonly labels: readonly Label[] };

/** One picture is drawn at a time: each takes 6 MB meanwhile, which the drawing library never gives back. */
const turns = new PQueue({ concurrency: 1 });

/** The picture as PNG. Others get their turn between the steps, of which each takes up to 20 ms. */
export function png(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
  return turns.add(async () => {
    drawing ??= startDrawing();
    const { open } = await drawing;
    const labels: Xml[] = [];
    for (const label of picture.labels) {
      labels.push(written(fitted(label, widthOf)));
      await pause();
    }
    const { width, height } = pictureSize;
    const drawn = open(
      xml`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Rubik">${picture.shapes}${labels}</svg>`,
    );
    function widthOf(label: Label): number {
      const measured = open(
        xml`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9" font-family="Rubik">${written(label)}</svg>`,
      );
      try {
        return measured.getBBox()?.width ?? 0;
      } finally {
        measured.free();
      }
    }
    try {
      await pause();
      const image = drawn.render();
      try {
        await pause();
        return new Uint8Array(image.asPng());
      } finally {
        image.free();
      }
    } finally {
      drawn.free();
    }
  });
}

let drawing: ReturnType<typeof startDrawing> | undefined;

/** Loads the library and the font, which take 50 MB, with the first picture. */
async function startDrawing() {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  await initWasm(WebAssembly.compile(readPackageFile('index_bg.wasm')));
  await pause();
  const fonts = ['Rubik_400Regular.ttf', 'Rubik_600SemiBold.ttf'] as const;
  const fontBuffers = fonts.map(readPackageFile);
  const font = { fontBuffers, defaultFontFamily: 'Rubik', loadSystemFonts: false };
  return { open: ({ xml }: Xml) => new Resvg(xml, { font }) };
}

function written({ text, x, y, size, colour, isBold, end }: Label): Xml {
  return xml`<text x="${x}" y="${y}" font-size="${size}" fill="${colour}" font-weight="${isBold ? 600 : 400}" text-anchor="${end ? 'end' : 'start'}">${text}</text>`;
}

/** How much a text may shrink before it is cut. */
const mostShrunk = 0.55;

const letters = new Intl.Segmenter();

/** What the font has no sign for, and can be left out. */
const pictograms =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200d|\ufe0f/gu;

/** The label, smaller or with less text, so that it fits into its room. */
function fitted(label: Label, widthOf: (label: Label) => number): Label {
  const text = label.text
    .replaceAll(pictograms, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const whole = { ...label, text: text || '…' };
  const { room, size } = label;
  if (room === undefined) return whole;
  const share = room / widthOf(whole);
  if (share >= 1) return whole;
  const smaller = { ...whole, size: Math.floor(size * Math.max(share, mostShrunk)) };
  if (share >= mostShrunk) return smaller;
  const parts = Array.from(letters.segment(text), ({ segment }) => segment);
  for (let kept = Math.floor((parts.length * share) / mostShrunk); kept > 0; kept -= 1) {
    const cut = { ...smaller, text: `${parts.slice(0, kept).join('').trim()}…` };
    if (widthOf(cut) <= room) return cut;
  }
  return { ...smaller, text: '…' };
}
