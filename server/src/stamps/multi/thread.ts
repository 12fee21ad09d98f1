import { parentPort } from 'node:worker_threads'
import { answer } from '../../base/thread.js'
import { ApiError, type ErrorCode } from '../../http/errors.js'
import { Sheet, type SheetOptions } from './sheet.js'

type SheetMethods = {
  [Name in keyof Sheet]: Sheet[Name] extends (...args: never[]) => unknown ? Sheet[Name] : never
}

/** The methods of a sheet that the main thread calls. */
export type SheetMethod = keyof SheetMethods
export type SheetArguments<Method extends SheetMethod> = Parameters<SheetMethods[Method]>
export type SheetResult<Method extends SheetMethod> = ReturnType<SheetMethods[Method]>

/** An error for the client, as it leaves the thread. */
export interface Refusal {
  code: ErrorCode
  message: string
}

const sheets = new Map<number, Sheet>()

const methods = {
  open(id: number, options: SheetOptions): void {
    sheets.set(id, new Sheet(options))
  },
  run(id: number, method: SheetMethod, args: readonly unknown[]): unknown {
    const sheet = sheets.get(id)
    if (!sheet) throw new Error(`sheet ${id} is not open`)
    return (sheet[method] as (...args: readonly unknown[]) => unknown)(...args)
  },
  close(id: number): void {
    sheets.delete(id)
  },
}

/** The methods of the thread, each for the sheet of a number. */
export type MultiMethods = typeof methods

answer(methods, parentPort, (error) =>
  error instanceof ApiError ? ({ code: error.code, message: error.message } satisfies Refusal) : error,
)
