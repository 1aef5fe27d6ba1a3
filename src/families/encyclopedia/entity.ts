export type EntityKind = 'person' | 'place' | 'organisation' | 'work' | 'region';

/** What leads from one page to another. Each is functional: a page names at most one. */
export type Relation =
  'birthplace' | 'employer' | 'mentor' | 'notable' | 'founder' | 'region' | 'seat' | 'author' | 'publisher' | 'setting';

/** What a page says of its own subject: a word, a name without a page, or a year. */
export type Attribute =
  | 'born'
  | 'profession'
  | 'instrument'
  | 'founded'
  | 'river'
  | 'product'
  | 'emblem'
  | 'field'
  | 'year'
  | 'genre'
  | 'banner';

/** One page of the fictional world. Filled while the world is made, fixed afterwards. */
export interface Entity {
  readonly kind: EntityKind;
  /** The page's title: the name, with a qualifier in brackets where two share it. */
  readonly title: string;
  readonly name: string;
  /** How running text and questions refer to it without brackets: `the engineer Ombra Velkin`. */
  readonly called: string;
  /** What it is called after the first mention: a pronoun pair. */
  readonly pronoun: 'he' | 'she' | 'it';
  readonly values: ReadonlyMap<Attribute, string>;
  readonly links: Map<Relation, Entity>;
  /** The facts that its passage tells. Questions use no others. */
  readonly told: Set<Relation | Attribute>;
}
