import { parentPort } from 'node:worker_threads'
import { ApiError, type ErrorCode } from '../../http/errors.js'
import { Sheet, type SheetOptions } from './sheet.js'

type Methods = {
  [Name in keyof Sheet]: Sheet[Name] extends (...args: never[]) => unknown ? Sheet[Name] : never
}

/** The methods of a sheet that the main thread calls. */
export type SheetMethod = keyof Methods
export type SheetArguments<Method extends SheetMethod> = Parameters<Methods[Method]>
export type SheetResult<Method extends SheetMethod> = ReturnType<Methods[Method]>

/** Request to the thread, for the sheet of this number. */
export type SheetRequest =
  | { id: number; sheet: number; open: SheetOptions }
  | { id: number; sheet: number; call: SheetMethod; args: readonly unknown[] }
  | { id: number; sheet: number; close: true }

/** Its reply: the result, the error for the client, or the problem. */
export interface SheetReply {
  id: number
  result?: unknown
  refusal?: { code: ErrorCode; message: string }
  problem?: string
}

const sheets = new Map<number, Sheet>()

function perform(request: SheetRequest): unknown {
  if ('open' in request) {
    sheets.set(request.sheet, new Sheet(request.open))
    return undefined
  }
  if ('close' in request) {
    sheets.delete(request.sheet)
    return undefined
  }
  const sheet = sheets.get(request.sheet)
  if (!sheet) throw new Error(`sheet ${request.sheet} is not open`)
  return (sheet[request.call] as (...args: readonly unknown[]) => unknown)(...request.args)
}

parentPort?.on('message', (request: SheetRequest) => {
  const { id } = request
  let reply: SheetReply
  try {
    reply = { id, result: perform(request) }
  } catch (error) {
    reply =
      error instanceof ApiError
        ? { id, refusal: { code: error.code, message: error.message } }
        : { id, problem: String((error as Error).stack) }
  }
  parentPort?.postMessage(reply)
})
