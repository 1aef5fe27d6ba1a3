import type { VersionId } from '../task/ids.js';
import type { Editor } from '../ports/editor.js';
import type { HarnessFiles } from '../ports/interface.js';
import type { Bundle, Prepared, Sandbox } from '../ports/sandbox.js';

/** Linked versions with warm children; the ones used longest ago are closed. */
export class WarmVersions {
  readonly #sandbox: Sandbox;
  readonly #editor: Pick<Editor, 'link' | 'version'>;
  readonly #keep: number;
  readonly #ready = new Map<VersionId, Promise<{ bundle: Bundle; prepared: Prepared }>>();

  /** `keep`: versions kept warm, at least 2 (a gate runs two arms). */
  constructor(sandbox: Sandbox, editor: Pick<Editor, 'link' | 'version'>, keep = 3) {
    this.#sandbox = sandbox;
    this.#editor = editor;
    this.#keep = Math.max(2, keep);
  }

  /** Links and prepares a version, once. @throws InputError when its script does not load. */
  async get(files: HarnessFiles): Promise<Prepared> {
    return (await this.#entry(files)).prepared;
  }

  async bundle(files: HarnessFiles): Promise<Bundle> {
    return (await this.#entry(files)).bundle;
  }

  async #entry(files: HarnessFiles): Promise<{ bundle: Bundle; prepared: Prepared }> {
    const version = this.#editor.version(files);
    const kept = this.#ready.get(version);
    this.#ready.delete(version);
    const entry = kept ?? this.#open(files);
    this.#ready.set(version, entry);
    // One that does not load leaves nothing to close, and is tried again when it is asked for again.
    entry.catch(() => {
      if (this.#ready.get(version) === entry) this.#ready.delete(version);
    });
    const oldest = this.#ready.keys().next();
    if (this.#ready.size > this.#keep && oldest.done !== true) await this.#close(oldest.value);
    return entry;
  }

  async #open(files: HarnessFiles): Promise<{ bundle: Bundle; prepared: Prepared }> {
    const bundle = this.#editor.link(files);
    return { bundle, prepared: await this.#sandbox.prepare(bundle) };
  }

  async #close(version: VersionId): Promise<void> {
    const entry = this.#ready.get(version);
    this.#ready.delete(version);
    if (entry)
      await entry.then(
        ({ prepared }) => prepared.close(),
        () => undefined,
      );
  }
}
