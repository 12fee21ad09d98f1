type Child = Node | string | null | undefined

/** Creates an element with attributes and children; text is always text, never markup. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children.filter((child) => child !== null && child !== undefined))
  return made
}

/** Fills the placeholders of a text. Values come from files: the result is shown as text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

const paths = {
  confirmed: 'M5 13l4 4L19 7',
  stated: 'M7 12h10',
  consistent: 'M12 7v6m0 3.5v.5',
  refused: 'M7 7l10 10M17 7L7 17',
} as const

/** Draws the sign of an outcome; its meaning is in the words beside it. */
export function outcomeSign(outcome: keyof typeof paths): SVGElement {
  const line = { fill: 'none', stroke: 'currentColor', 'stroke-linecap': 'round' }
  return drawing(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true', ...line },
    drawing('circle', { cx: '12', cy: '12', r: '10.5', 'stroke-width': '1.5' }),
    drawing('path', { d: paths[outcome], 'stroke-width': '2.2' }),
  )
}

function drawing(name: string, attributes: Readonly<Record<string, string>>, ...children: readonly Node[]): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}
