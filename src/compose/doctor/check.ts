/** What `doctor` looks at. */
export interface DoctorContext {
  /** The folder that `doctor` was called in. */
  readonly directory: string;
  /** The isolation that is asked for. `auto` takes any that holds. */
  readonly sandbox: 'auto' | 'full' | 'portable';
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

/** One check of `doctor`: looks at one thing and never throws for what it finds. */
export type DoctorCheck = (context: DoctorContext) => Promise<Finding>;
