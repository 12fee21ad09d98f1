/*
 * Entry point of @tallystick/proof/certificate: the words of certificates, and the page that carries them.
 */

export { type Certificate, certificateOf, escaped, type Fact, timeText } from './certificate.js'
export { certificatePage, hashSource, pagePolicy } from './page.js'
export {
  type CertificateLanguage,
  type CertificateParameters,
  certificateLanguages,
} from './parameters.js'
export { footTitle, pdfLook, qrBoxes } from './pdf-look.js'
export { type CertificateWords, fill } from './words.js'
