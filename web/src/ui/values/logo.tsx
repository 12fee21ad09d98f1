/** Logo and name. */
export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 text-ink">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        <rect width="32" height="32" rx="7" className="fill-ink" />
        <path d="M4 9h5l1.5 4L12 9h4l1.5 4L19 9h9v5.2H4z" className="fill-wood" />
        <path d="M4 23h5l1.5-4 1.5 4h4l1.5-4 1.5 4h9v-5.2H4z" className="fill-paper" />
      </svg>
      <span className="text-lg font-semibold tracking-tight">Tallystick</span>
    </span>
  )
}
