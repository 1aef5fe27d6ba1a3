/** What bounds a recorder; the guest limits of a run have this shape. */
export interface RecorderLimits {
  /** Nodes after which only what a trace cannot do without is recorded; see `Recorder`. */
  readonly nodes: number;
  /** Characters of one preview. */
  readonly previewChars: number;
  /** Characters of all previews of a run. */
  readonly previewTotalChars: number;
  /** Loop turns a run, over all loops. */
  readonly loopFuel: number;
}
