/*
 * Entry point of tallystick: the service as a class, the client below it, and the comparison of a proof's blocks with nodes. Runs in
 * Node and in browsers.
 */
export {
  askNodes,
  askPublicNodes,
  type NodeAnswer,
  type NodeAnswers,
  publicNodes,
  type RootedAnchor,
} from './chain/ask-nodes.js'
export type { AnchorFinding } from './chain/check-anchor.js'
export { findAnchor } from './chain/find-anchor.js'
export { type CheckpointRange, makeCheckpoints } from './chain/make-checkpoints.js'
export { type ChainNode, connect } from './chain/node.js'
export { RpcError, type RpcOptions } from './chain/rpc.js'
export {
  type Answer,
  type Client,
  type ClientOptions,
  createClient,
  type FetchInit,
  type Payload,
  type RequestHooks,
} from './client.js'
export { type Credentials, withCredentials } from './credentials.js'
export { type StampChange, type StampEvent, type StampEventOptions, stampEvents } from './events/stamp-events.js'
export { StampFailedError, type WaitOptions } from './events/wait-until-final.js'
export type { UploadSource } from './files/content.js'
export type { DownloadOptions } from './files/download.js'
export type {
  FileChanges,
  FileDetails,
  FileExport,
  FileExportOptions,
  FileItem,
  Files,
  FileVersion,
} from './files/files.js'
export type { UploadOptions, UploadTarget } from './files/upload.js'
export type { UploadedFile, UploadProgress } from './files/uploaded.js'
export type { FolderChanges, FolderDetails, FolderItem, Folders, NewFolder, Subfolder } from './folders.js'
export { type HashAlgorithm, type HashOptions, hashFile } from './hash-file.js'
export type { List, ListQuery, Page } from './list.js'
export { NetworkError } from './network-error.js'
export type { ProofFormat, ProofIn, ProofOptions } from './proofs.js'
export type { RequestOptions } from './request-options.js'
export type { RetryOptions } from './sending/retry.js'
export { errorOf, ServiceError } from './service-error.js'
export type { Source } from './source.js'
export type { CodeReservation } from './stamps/codes.js'
export type { EndUser, EndUserQuery, EnrolledUser, NewEndUser } from './stamps/end-users.js'
export type { StampExport, StampExportOptions, StampLabels } from './stamps/many.js'
export type { NewRun, Run, RunAdditions, RunDetails } from './stamps/runs.js'
export type {
  StampManyItem,
  StampManyOptions,
  StampManyProgress,
  StampManyResult,
} from './stamps/stamp-many.js'
export type { NewStamp, StampDetails, StampItem, StampOptions, StampPublication, StampQuery } from './stamps/stamps.js'
export { type BinItem, type Deletion, type FoundItem, Tallystick, type TallystickOptions } from './tallystick.js'
export type { VerificationOptions } from './verify.js'
export type {
  Delivery,
  DeliveryDetails,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookFields,
  Webhooks,
} from './webhooks.js'
