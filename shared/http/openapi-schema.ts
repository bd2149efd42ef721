import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { isObject } from '../json.ts';

/** A piece of the document. */
export type Json = { readonly [name: string]: unknown };
export type Schemas = Record<string, Json>;

/** The schema of a text. */
export const textSchema = (description: string) => ({ type: 'string', description });

type Options = {
  /** Where schemas that bear a title go, by that title. */
  readonly named: Schemas;
  /** Whether other members than the listed ones are refused; an answer may get new ones. */
  readonly closed: boolean;
};

/** The JSON Schema (as OpenAPI 3.0 has it) of what a valibot schema takes on the wire. */
export function schemaOf(schema: v.GenericSchema, options: Options): Json {
  const converted = toJsonSchema(schema, {
    target: 'openapi-3.0',
    // What follows an ignored transformation still describes what is sent; after one that leads to
    // another schema, as in queries, that schema has the bounds.
    typeMode: 'output',
    ignoreActions: ['check', 'raw_check', 'raw_transform', 'transform', 'trim'],
    // Nobody needs to read that a number stays below what a double can count.
    overrideAction: ({ valibotAction, jsonSchema: { maximum = Infinity, ...rest } }) =>
      valibotAction.type === 'max_value' && maximum >= Number.MAX_SAFE_INTEGER ? rest : undefined,
    overrideSchema: ({ valibotSchema, jsonSchema }) => fitting(valibotSchema.type, jsonSchema),
  });
  return tidy({ ...converted }, options);
}

function fitting(type: string, jsonSchema: ReturnType<typeof toJsonSchema>) {
  if (type === 'literal') return { ...jsonSchema, type: 'string' as const };
  if (type === 'null') return { type: 'string' as const, enum: [null], nullable: true };
  if (type === 'picklist' && jsonSchema.enum?.every(Number.isInteger)) {
    return { ...jsonSchema, type: 'integer' as const };
  }
  if (type === 'optional' && jsonSchema.type === 'integer' && jsonSchema.default !== undefined) {
    return { ...jsonSchema, default: Number(jsonSchema.default) };
  }
  return undefined;
}

/** Moves named schemas out and opens those of answers. */
function tidy(schema: Json, options: Options): Json {
  const { $schema: _, title, additionalProperties, ...rest } = schema;
  const { properties, items } = rest;
  const within = (member: unknown) => (isObject(member) ? tidy(member, options) : member);
  const tidied: Json = {
    ...rest,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, member]) => [name, within(member)]),
      ),
    }),
    ...(isObject(items) && { items: tidy(items, options) }),
    ...(additionalProperties === false && options.closed && { additionalProperties }),
  };
  if (typeof title !== 'string') return tidied;
  const known = options.named[title];
  if (known && JSON.stringify(known) !== JSON.stringify(tidied)) {
    throw new Error(`Two different schemas are called ${title}.`);
  }
  options.named[title] = tidied;
  return { $ref: `#/components/schemas/${title}` };
}
