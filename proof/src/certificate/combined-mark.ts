/** Comment at the start of a combined certificate, by which it is known from its first bytes. */
export const combinedComment = '% tallystick-combined-certificate'

/** Returns whether a PDF begins as combined certificates do. */
export function beginsCombined(start: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(start.subarray(0, 64)).includes(`\n${combinedComment}\n`)
}
