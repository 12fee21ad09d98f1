/*
 * Entry point of tallystick: the client of the service, and the comparison of a proof's blocks with nodes. Runs in Node and in
 * browsers. The check of webhook deliveries, which needs Node, is in tallystick/webhook.
 */
export { askNodes, askPublicNodes, type NodeAnswer, type NodeAnswers, type RootedAnchor } from './chain/ask-nodes.js'
export type { AnchorFinding } from './chain/check-anchor.js'
export { RpcError, type RpcOptions } from './chain/rpc.js'
export { type Answer, type Client, type ClientOptions, createClient, type Payload } from './client.js'
export { type Credentials, withCredentials } from './credentials.js'
export { errorOf, ServiceError } from './service-error.js'
export {
  getProof,
  getStamp,
  listStamps,
  type Page,
  publishStamp,
  type StampDetails,
  type StampItem,
  type StampPublication,
  type StampQuery,
} from './stamps.js'
