import { lexer } from 'marked'

/** Answers a text with its tokens, or with null when it can't be parsed: it may nest too deeply. */
addEventListener('message', ({ data }: MessageEvent<string>) => {
  try {
    postMessage(lexer(data))
  } catch {
    postMessage(null)
  }
})
