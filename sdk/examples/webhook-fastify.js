// A webhook receiver with Fastify: WEBHOOK_SECRET=whsec_… PORT=8080 node webhook-fastify.js

import { verifyWebhook, WebhookError } from '@tallystick/sdk/webhook'
import fastify from 'fastify'

const secret = process.env.WEBHOOK_SECRET ?? ''
const app = fastify()

// The raw body: the signature does not match what Fastify's own parser returns.
app.removeContentTypeParser('application/json')
app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

app.post('/webhook', async (request, reply) => {
  const { actionId, action, data } = await verifyWebhook(request.headers, request.body, secret)
  console.log(`${actionId} ${action} ${data.code} ${data.txId}`)
  return reply.code(204).send()
})

app.setErrorHandler((error, _request, reply) => {
  if (error instanceof WebhookError) return reply.code(400).send(error.message)
  return reply.send(error)
})

await app.listen({ port: Number(process.env.PORT ?? 8080), host: '127.0.0.1' })
console.log(`listening on ${app.server.address().port}`)
