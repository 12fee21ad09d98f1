/** A command to copy: it breaks between its words, not within them. */
export function Command({ children }: { children: string }) {
  return <span className="[overflow-wrap:anywhere] [word-break:normal]">{children}</span>
}
