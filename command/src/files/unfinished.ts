import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { stateFile } from '../state.js'

/** An upload that has begun. Valid only for the file as it was then. */
export interface Unfinished {
  uploadId: string
  size: number
  mtimeMs: number
}

/** Remembers an upload until it is finished, so that the next run of the command resumes it. */
export class UnfinishedUpload {
  private readonly path: string
  private kept: string | null = null

  /** @param target ID of the folder or file it goes to */
  constructor(account: string, path: string, target: string) {
    this.path = stateFile('uploads', [account, resolve(path), target], '.json')
  }

  /** Returns the upload that an earlier run began. */
  async read(): Promise<Unfinished | null> {
    try {
      return JSON.parse(await readFile(this.path, 'utf8')) as Unfinished
    } catch {
      // Without it, or with half of it, the upload begins again.
      return null
    }
  }

  /** Remembers it, once. */
  keep(upload: Unfinished): void {
    if (this.kept === upload.uploadId) return
    this.kept = upload.uploadId
    mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    writeFileSync(this.path, JSON.stringify(upload), { mode: 0o600 })
  }

  /** Forgets it. */
  end(): Promise<void> {
    return rm(this.path, { force: true })
  }
}
