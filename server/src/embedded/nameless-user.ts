import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'

/*
 * Containers run as any user ID (OpenShift, `docker run --user`), and initdb refuses one that has no entry in /etc/passwd, though it
 * needs no name. It asks the C library, by getpwuid(), which finds the answer in a library that is loaded before it. That library is
 * one function and one record, so it is written here: no image or machine has to hold it.
 */

/** Whether this process's user has no name. */
export function isNameless(): boolean {
  try {
    userInfo()
    return false
  } catch {
    return true
  }
}

/** ELF's number of the machine, its relocation by the load address, and the code of `return &record`, by Node's name for it. */
const machines: Readonly<Record<string, { elf: number; relative: number; code: (at: number) => Buffer }>> = {
  x64: {
    elf: 62,
    relative: 8,
    code(at) {
      const code = Buffer.from('488d0500000000c3', 'hex') // lea rax, [rip + …]; ret
      code.writeInt32LE(recordAt - (at + 7), 3)
      return code
    },
  },
  // adrp x0, record; ret. The record begins 16 pages of 4 KiB after the code's.
  arm64: { elf: 183, relative: 1027, code: () => Buffer.from('80000090c0035fd6', 'hex') },
}

// Alignment of the two segments: the largest page of either machine.
const page = 0x10000
const recordAt = page
const recordBytes = 48
const wordsAt = recordAt + 0x100
const dynamicAt = recordAt + 0x40

/**
 * Writes a shared library (ELF, System V ABI) whose getpwuid() answers every question with one record.
 *
 * @param path of the file, for LD_PRELOAD
 * @returns false where no such library is known to work: the caller goes on without
 */
export async function writeNameLibrary(path: string): Promise<boolean> {
  const machine = process.platform === 'linux' ? machines[process.arch] : undefined
  if (machine === undefined) return false
  await writeFile(path, library(machine), { mode: 0o700 })
  return true
}

function library({ elf, relative, code }: (typeof machines)[string]): Buffer {
  const file = Buffer.alloc(page + 0x200)
  const put = (at: number, ...values: number[]) => {
    for (const [index, value] of values.entries()) file.writeBigUInt64LE(BigInt(value), at + index * 8)
  }
  const header = (at: number, type: number, flags: number, start: number, end: number, align: number) => {
    file.writeUInt32LE(type, at)
    file.writeUInt32LE(flags, at + 4)
    put(at + 8, start, start, start, end - start, end - start, align)
  }
  const [headersAt, symbolsAt, hashAt, relocationsAt, namesAt, codeAt] = [0x40, 0x140, 0x180, 0x1a0, 0x220, 0x240]

  // The file: 64 bits, little-endian, a shared object, with 4 program headers of 56 bytes.
  file.write('\x7fELF\x02\x01\x01', 'latin1')
  file.writeUInt16LE(3, 16)
  file.writeUInt16LE(elf, 18)
  file.writeUInt32LE(1, 20)
  put(32, headersAt)
  file.writeUInt16LE(64, 52)
  file.writeUInt16LE(56, 54)
  file.writeUInt16LE(4, 56)
  file.writeUInt16LE(64, 58)
  const [load, dynamic, stack] = [1, 2, 0x6474e551]
  const [execute, write, read] = [1, 2, 4]
  header(headersAt, load, read | execute, 0, 0x280, page)
  header(headersAt + 56, load, read | write, recordAt, file.length, page)
  header(headersAt + 112, dynamic, read | write, dynamicAt, wordsAt - 0x10, 8)
  header(headersAt + 168, stack, read | write, 0, 0, 16)

  // Symbol 1: a global function. Its name is at 1 in the names; the hash table has one bucket, with it alone.
  file.write('\0getpwuid\0', namesAt, 'latin1')
  file.writeUInt32LE(1, symbolsAt + 24)
  file.writeUInt8(0x12, symbolsAt + 28)
  file.writeUInt16LE(1, symbolsAt + 30)
  const body = code(codeAt)
  put(symbolsAt + 32, codeAt, body.length)
  body.copy(file, codeAt)
  for (const [at, value] of [1, 2, 1, 0, 0].entries()) file.writeUInt32LE(value, hashAt + at * 4)

  // struct passwd: name, password, user and group ID, comment, home, shell. All but the name are empty.
  file.write('postgres\0\0', wordsAt, 'latin1')
  const [name, empty] = [wordsAt, wordsAt + 9]
  const pointers: [number, number][] = [
    [0, name],
    [8, empty],
    [24, empty],
    [32, empty],
    [recordBytes - 8, empty],
  ]
  file.writeUInt32LE(process.getuid?.() ?? 0, recordAt + 16)
  file.writeUInt32LE(process.getgid?.() ?? 0, recordAt + 20)
  for (const [at, [offset, target]] of pointers.entries())
    put(relocationsAt + at * 24, recordAt + offset, relative, target)

  // DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ, DT_SYMENT, DT_RELA, DT_RELASZ, DT_RELAENT, DT_NULL
  const entries = [
    4,
    hashAt,
    5,
    namesAt,
    6,
    symbolsAt,
    10,
    10,
    11,
    24,
    7,
    relocationsAt,
    8,
    pointers.length * 24,
    9,
    24,
  ]
  put(dynamicAt, ...entries, 0, 0)
  return file
}
