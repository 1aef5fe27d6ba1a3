import type { Json, JsonSchema } from '../../task/json.js';
import { inputText, questionAndPassages, twoTexts } from './read-input.js';
import { describedOptions, type Option, valueChoices } from './choices.js';
import { sentencesOf } from './sentences.js';

/** A prediction as the selector understands it: every text that it has to look at is named. */
export type Ask =
  | { readonly kind: 'fixed'; readonly value: Json }
  | { readonly kind: 'choose'; readonly about: string; readonly hint: string; readonly options: readonly Option[] }
  | {
      readonly kind: 'select';
      readonly about: string;
      readonly hint: string;
      readonly options: readonly Option[];
      readonly least: number;
      readonly most: number;
    }
  | { readonly kind: 'answerable'; readonly question: string; readonly sentences: readonly string[] }
  | { readonly kind: 'similar'; readonly texts: readonly [string, string] }
  | { readonly kind: 'members'; readonly members: readonly (readonly [string, Ask])[] };

/** Why a prediction is none for a selector. */
export interface Unservable {
  readonly kind: 'unservable';
  readonly why: string;
}

/** Reads a prediction; `hint` is its instruction, `at` names the member of the output that the schema is of. */
export function readAsk(schema: JsonSchema, hint: string, input: Json, at = 'the output'): Ask | Unservable {
  const choices = valueChoices(schema);
  if (choices !== undefined) return chooseAsk(choices, hint, input);
  const variants = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as readonly Json[]) : []; // an array of Json
  const [variant, ...others] = variants.filter((one) => isSchema(one) && one['type'] !== 'null');
  // A value or null: the selector gives the value.
  if (isSchema(variant) && others.length === 0) return readAsk(variant, hint, input, at);
  switch (schema['type']) {
    case 'array':
      return selectAsk(schema, hint, input, at);
    case 'object':
      return memberAsk(schema, hint, input);
    case 'boolean': {
      const read = questionAndPassages(input);
      return read === undefined
        ? refuse(`${at} is a boolean, which needs an input { question, passage } with texts in both`)
        : { kind: 'answerable', question: read.question, sentences: sentencesOf(read.passages) };
    }
    case 'number': {
      const texts = twoTexts(input);
      if (schema['minimum'] !== 0 || schema['maximum'] !== 1)
        return refuse(`${at} is a number that is not from 0 to 1 (s.number({ minimum: 0, maximum: 1 }))`);
      return texts === undefined
        ? refuse(`${at} is a number, which needs an input of two texts`)
        : { kind: 'similar', texts };
    }
    case 'string':
      return refuse(`${at} is free text`);
    default:
      return refuse(`${at} is no choice among given values`);
  }
}

const refuse = (why: string): Unservable => ({ kind: 'unservable', why });

function chooseAsk(values: readonly Json[], hint: string, input: Json): Ask {
  const only = values[0];
  if (values.length === 1 && only !== undefined) return { kind: 'fixed', value: only };
  const { options, rest } = describedOptions(values, input);
  return { kind: 'choose', about: inputText(rest), hint, options };
}

function selectAsk(schema: JsonSchema, hint: string, input: Json, at: string): Ask | Unservable {
  const { items } = schema;
  const values = isSchema(items) ? valueChoices(items) : undefined;
  if (values === undefined) return refuse(`${at} is a list of what is no choice among given values`);
  const { options, rest } = describedOptions(values, input);
  const bound = (name: string, other: number): number => {
    const given = schema[name];
    return typeof given === 'number' ? Math.min(given, values.length) : other;
  };
  const most = bound('maxItems', values.length);
  return { kind: 'select', about: inputText(rest), hint, options, least: bound('minItems', 0), most };
}

function memberAsk(schema: JsonSchema, hint: string, input: Json): Ask | Unservable {
  const members: (readonly [string, Ask])[] = [];
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  for (const [name, member] of Object.entries(properties)) {
    if (!isSchema(member)) continue;
    const said = typeof member['description'] === 'string' ? member['description'] : name;
    const ask = readAsk(member, `${hint} ${said}`, input, `member \`${name}\` of the output`);
    if (ask.kind !== 'unservable') members.push([name, ask]);
    // What may be left out is left out.
    else if (required.includes(name)) return ask;
  }
  return { kind: 'members', members };
}

const isSchema = (value: Json | undefined): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
