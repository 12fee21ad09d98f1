/*
 * Entry point of tallystick: the client of the service, and the check of a proof's anchors against a node. Runs in Node and in
 * browsers. The check of webhook deliveries, which needs Node, is in tallystick/webhook.
 */
export { type AnchorFinding, checkAnchor } from './chain/check-anchor.js'
export { RpcError, type RpcOptions } from './chain/rpc.js'
export { type Answer, type Client, type ClientOptions, createClient, type Payload } from './client.js'
export { type Credentials, withCredentials } from './credentials.js'
export { errorOf, ServiceError } from './service-error.js'
export {
  getProof,
  getStamp,
  listStamps,
  type Page,
  type StampDetails,
  type StampItem,
  type StampQuery,
} from './stamps.js'
