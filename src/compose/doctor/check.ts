import type { LoadedConfig } from '../load-config.js';

/** The config of the folder that `doctor` was called in. */
export type ConfigState =
  | { readonly kind: 'none' }
  | { readonly kind: 'loaded'; readonly loaded: LoadedConfig }
  | { readonly kind: 'broken'; readonly message: string };

/** What `doctor` looks at. */
export interface DoctorContext {
  /** The folder that `doctor` was called in. */
  readonly directory: string;
  readonly config: ConfigState;
  /** The isolation that the command line asks for; else the config's. `auto` takes any that holds. */
  readonly sandbox?: 'auto' | 'full' | 'portable';
  /** The environment: keys, and the endpoint where the config names none. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** One thing that was looked at. */
export interface Finding {
  readonly name: string;
  /** `note`: it works, and could be better. `failed`: something that is needed does not work. */
  readonly state: 'ok' | 'note' | 'failed';
  readonly detail: string;
  /** Commands or words that mend it, one a line. */
  readonly fix?: string;
  /** What the finding is made of. */
  readonly parts?: readonly Finding[];
}

/** One check of `doctor`: looks at one thing and never throws for what it finds. No finding: there is nothing of the kind. */
export type DoctorCheck = (context: DoctorContext) => Promise<readonly Finding[]>;
