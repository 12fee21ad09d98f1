/** Names are shown to people, and bound into the proof: no control characters, no halves of characters (lone surrogates). */
export const filenameRule = { minLength: 1, maxLength: 255, pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$' }
