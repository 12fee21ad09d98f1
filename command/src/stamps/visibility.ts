import { writeProfile } from '../account/profiles.js'
import type { Session } from '../account/session.js'

/** Flags of commands that make stamps. */
export interface VisibilityFlags {
  public?: boolean
  private?: boolean
}

/** Returns what the flags say; undefined without any. @throws Error for people when they contradict each other */
export function isPrivateBy(flags: VisibilityFlags): boolean | undefined {
  if (flags.public && flags.private) throw new Error("--public and --private can't be combined")
  return flags.private ? true : flags.public ? false : undefined
}

/**
 * Returns whether new stamps are private: as the flags say, as was said before, or as the person says now. There is no default: a
 * public name cannot be taken back.
 * @throws Error for people without flags, a remembered answer or a terminal to ask on
 */
export async function isPrivate(flags: VisibilityFlags, { profile }: Session): Promise<boolean> {
  const given = isPrivateBy(flags)
  if (given !== undefined) return given
  if (profile?.fields.isPrivate !== undefined) return profile.fields.isPrivate
  if (!process.stdin.isTTY || !process.stderr.isTTY)
    throw new Error('give --public or --private: whether anyone with the file can find its stamp and name')
  const { isCancel, select } = await import('@clack/prompts')
  const answer = await select({
    message: 'Who can see new stamps?',
    options: [
      { value: true, label: 'Only me', hint: 'can be made public later' },
      { value: false, label: 'Anyone with the file', hint: 'with name and time; cannot be undone' },
    ],
    output: process.stderr,
  })
  if (isCancel(answer)) throw new Error('nothing was stamped')
  if (profile) await writeProfile(profile.name, { ...profile.fields, isPrivate: answer })
  return answer
}
