/*
 * Entry point of @tallystick/proof/certificate: the words of certificates, and the page that carries them.
 */

export {
  type AttachedProof,
  attachedProof,
  type Certificate,
  type CertificateFace,
  certificateOf,
  escaped,
  type Fact,
  timeText,
} from './certificate.js'
export { Combination, type CombinedCertificate, type TableRow } from './combined.js'
export { combinedComment } from './combined-mark.js'
export { type IssuerLook, isLogoSize, isReadableColor, isSignatureLine, lookLimits, plainLook } from './look.js'
export { certificatePage, hashSource, pagePolicy } from './page.js'
export {
  type CertificateLanguage,
  type CertificateParameters,
  certificateLanguages,
} from './parameters.js'
export {
  footTitle,
  headingSize,
  logoBox,
  lowTop,
  pdfLook,
  qrBoxes,
  sealAreas,
  sealBox,
  tableColumns,
  tableSizes,
} from './pdf-look.js'
export { type CertificateWords, fill } from './words/words.js'
