// A webhook receiver with Express: WEBHOOK_SECRET=whsec_… PORT=8080 node webhook-express.js

import { verifyWebhook, WebhookError } from '@tallystick/sdk/webhook'
import express from 'express'

const secret = process.env.WEBHOOK_SECRET ?? ''
const app = express()

// The raw body: the signature does not match what express.json() returns.
app.post('/webhook', express.raw({ type: 'application/json' }), async (request, response) => {
  const { actionId, action, data } = await verifyWebhook(request.headers, request.body, secret)
  console.log(`${actionId} ${action} ${data.code} ${data.txId}`)
  response.sendStatus(204)
})

app.use((error, _request, response, next) => {
  if (error instanceof WebhookError) response.status(400).send(error.message)
  else next(error)
})

const server = app.listen(Number(process.env.PORT ?? 8080), '127.0.0.1', () => {
  console.log(`listening on ${server.address().port}`)
})
