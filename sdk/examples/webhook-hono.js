// A webhook receiver with Hono: WEBHOOK_SECRET=whsec_… PORT=8080 node webhook-hono.js
import { serve } from '@hono/node-server'
import { verifyWebhook, WebhookError } from '@tallystick/sdk/webhook'
import { Hono } from 'hono'

const secret = process.env.WEBHOOK_SECRET ?? ''
const app = new Hono()

app.post('/webhook', async (context) => {
  // The raw body: the signature does not match what context.req.json() returns.
  const body = new Uint8Array(await context.req.arrayBuffer())
  const { actionId, action, data } = await verifyWebhook(context.req.raw.headers, body, secret)
  console.log(`${actionId} ${action} ${data.code} ${data.txId}`)
  return context.body(null, 204)
})

app.onError((error, context) => {
  if (error instanceof WebhookError) return context.text(error.message, 400)
  throw error
})

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 8080), hostname: '127.0.0.1' }, ({ port }) => {
  console.log(`listening on ${port}`)
})
