/** One layer between harness code and the machine. */
export interface Layer {
  readonly name: string;
  /** `holds`: tried, and nothing got through. `open`: something did, or it does not work. `absent`: it is not there. */
  readonly state: 'holds' | 'open' | 'absent';
  /** Whether the level needs it. */
  readonly needed: boolean;
  readonly detail: string;
  /** Commands that mend it. */
  readonly fix?: string;
}
