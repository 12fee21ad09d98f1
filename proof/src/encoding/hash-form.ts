/** A hash in hex, lower case: 32, 48 or 64 bytes. */
export const hashForm = /^(?:[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/
