import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';

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
export function schemaOf(schema: v.GenericSchema, { named, closed }: Options): Json {
  const converted = toJsonSchema(schema, {
    target: 'openapi-3.0',
    // What follows an ignored transformation still describes what is sent; after one that leads to
    // another schema, as in queries, that schema has the bounds.
    typeMode: 'output',
    ignoreActions: ['check', 'raw_check', 'raw_transform', 'transform', 'trim'],
    overrideAction({ valibotAction, jsonSchema: { title, ...rest } }) {
      if (title !== undefined) return nameSchema(title, rest, named);
      const { maximum = Infinity, ...unbounded } = rest;
      // Nobody needs to read that a number stays below what a double can count.
      const isSafety = valibotAction.type === 'max_value' && maximum >= Number.MAX_SAFE_INTEGER;
      return isSafety ? unbounded : undefined;
    },
    overrideSchema({ valibotSchema: { type }, jsonSchema }) {
      const { additionalProperties: _, ...open } = jsonSchema;
      return type === 'strict_object' && !closed ? open : fitting(type, jsonSchema);
    },
  });
  return { ...converted };
}

/** Gives a schema a name, by its title, which has to come last, and a reference in its place. */
function nameSchema(title: string, { additionalProperties, ...rest }: Json, named: Schemas) {
  const schema = { ...rest, ...(additionalProperties === false && { additionalProperties }) };
  const known = named[title];
  if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
    throw new Error(`Two different schemas are called ${title}.`);
  }
  named[title] = schema;
  return { $ref: `#/components/schemas/${title}` };
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
