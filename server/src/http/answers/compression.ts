import { constants } from 'node:zlib'
import fastifyCompress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer is sent as it is: a file, whose bytes and ranges count, or a stream of events. */
    isVerbatim?: boolean
  }
}

/** Smaller answers fit into one packet either way. */
const thresholdBytes = 1024
/** Of Brotli, whose default takes a hundred times as long for a tenth less. */
const brotliQuality = 4

/**
 * Compresses the answers of `GET` routes for clients that take it. Others, such as those of stamping, are small, or hold secrets beside
 * what the client has sent, which a compressed length could give away (BREACH). Call it before the first route is added.
 */
export async function compressAnswers(app: FastifyInstance): Promise<void> {
  const compress = { threshold: thresholdBytes }
  app.addHook('onRoute', (route) => {
    const isRead = [route.method].flat().includes('GET')
    if (isRead && !route.config?.isVerbatim) Object.assign(route, { compress })
  })
  await app.register(fastifyCompress, {
    global: false,
    globalDecompression: false,
    threshold: thresholdBytes,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
  })
}
