/*
 * Everything of a certificate's look that its issuer chooses. No proof covers it, so it is bounded: a color that stays readable, one
 * line of text at one place, and a picture in one frame. A certificate that has a logo or such a line says whose they are.
 */

/** The issuer's own part of a certificate. */
export interface IssuerLook {
  /** Of the seal and the numbers of the steps: `#` and six hex digits, lowercase. */
  readonly color: string
  /** Stands at the end of the line for a signature; empty for no such line. */
  readonly signature: string
  /** The logo's own measures; absent without one. */
  readonly logo?: LogoSize
}

/** Width and height of a picture, in pixels. */
export interface LogoSize {
  readonly width: number
  readonly height: number
}

/** Certificates look so unless their issuer chooses otherwise. */
export const plainLook: IssuerLook = { color: '#874710', signature: '' }

/** Limits of what an issuer may choose. `contrastMin`: to white paper, as WCAG 2.2 asks of text. Sides in pixels. */
export const lookLimits = { contrastMin: 4.5, signatureMax: 48, logoSideMax: 1200, logoBytesMax: 256 * 1024 } as const

/** Returns whether a color is one that a certificate may have: written as ours are, and readable on white. */
export function isReadableColor(color: string): boolean {
  return /^#[0-9a-f]{6}$/.test(color) && contrastToWhite(color) >= lookLimits.contrastMin
}

/** Returns whether a text fits the line for a signature: short, and of letters that are shown as they are. */
export function isSignatureLine(text: string): boolean {
  // Letters whose shapes verifiers know.
  return text.length <= lookLimits.signatureMax && /^[A-Za-zÀ-ÖØ-öø-žȘșȚț\d .,:;&'’()/@+–-]*$/.test(text)
}

/** Returns whether a picture has the measures of a logo. */
export function isLogoSize({ width, height }: LogoSize): boolean {
  return [width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= lookLimits.logoSideMax)
}

/** Contrast as WCAG 2.2 defines it, from 1 to 21. */
function contrastToWhite(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

/** Mixes a color with white, as the paler half of the seal has it. */
export function paler(color: string): string {
  const parts = [1, 3, 5].map((at) => Math.round(255 - 0.62 * (255 - Number.parseInt(color.slice(at, at + 2), 16))))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
