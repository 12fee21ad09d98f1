/** Whose turn it is: accounts take turns, and so do the members of an account, so that many members take no time from others. */
export class Turns<Member extends { accountId: string }> {
  private readonly accounts = new Map<string, Set<Member>>()

  /** Adds a member, as the last of its account; a member already there keeps its place. */
  add(member: Member): void {
    const members = this.accounts.get(member.accountId)
    if (members) members.add(member)
    else this.accounts.set(member.accountId, new Set([member]))
  }

  delete(member: Member): void {
    const members = this.accounts.get(member.accountId)
    members?.delete(member)
    if (members?.size === 0) this.accounts.delete(member.accountId)
  }

  /** Returns whose turn it is, and makes it and its account the last; undefined without members. */
  next(): Member | undefined {
    for (const [accountId, members] of this.accounts) {
      for (const member of members) {
        members.delete(member)
        members.add(member)
        this.accounts.delete(accountId)
        this.accounts.set(accountId, members)
        return member
      }
    }
    return undefined
  }
}

/**
 * Divides something: everyone gets an equal part or what they need, if that is less, and what they leave goes to the others.
 *
 * @param needs what each could use
 */
export function equalParts(needs: readonly number[], total: number): number[] {
  const parts = needs.map(() => 0)
  const modestFirst = needs.map((need, index) => ({ need, index })).sort((a, b) => a.need - b.need)
  let left = total
  modestFirst.forEach(({ need, index }, at) => {
    const part = Math.max(0, Math.min(need, Math.ceil(left / (needs.length - at))))
    parts[index] = part
    left -= part
  })
  return parts
}
