/** Everything that keeps a copy from being made, in words for people. */
const problems = {
  not_a_pdf: 'This is not a PDF.',
  damaged: 'The PDF is damaged. Open it, save it again as PDF, and make the copy from that.',
  damaged_page: 'The page is damaged: a mark on it might not show. Place the mark on a page of its own.',
  encrypted: 'The PDF is encrypted or restricted. Save it without a password first.',
  dynamic_form: 'The PDF is an XFA form: its pages exist only in some programs. Print it into a PDF first.',
  no_pages: 'The PDF has no pages.',
  too_large: 'The PDF is larger than 100 MiB.',
  no_such_page: 'The PDF does not have the page that the mark should stand on.',
  letters: 'The mark can show Latin letters only.',
  signed:
    'The PDF is signed. Only a timestamp can be added without breaking its signatures, and this service offers none.',
  timestamp: 'The timestamping authority gave no timestamp.',
  seal: 'The service gave no seal that fits into the copy.',
  code: 'A stamped copy has ten letters and digits as its code.',
} as const

const germanProblems: Readonly<Record<CopyErrorCode, string>> = {
  not_a_pdf: 'Das ist kein PDF.',
  damaged: 'Das PDF ist beschädigt. Öffnen Sie es, speichern Sie es erneut als PDF, und machen Sie die Kopie davon.',
  damaged_page:
    'Die Seite ist beschädigt: Ein Stempelzeichen darauf wäre vielleicht nicht zu sehen. Setzen Sie es auf eine eigene Seite.',
  encrypted: 'Das PDF ist verschlüsselt oder eingeschränkt. Speichern Sie es zuerst ohne Passwort.',
  dynamic_form:
    'Das PDF ist ein XFA-Formular: Seine Seiten gibt es nur in manchen Programmen. Drucken Sie es zuerst in ein PDF.',
  no_pages: 'Das PDF hat keine Seiten.',
  too_large: 'Das PDF ist größer als 100 MiB.',
  no_such_page: 'Das PDF hat die Seite nicht, auf der das Stempelzeichen stehen soll.',
  letters: 'Das Stempelzeichen kann nur lateinische Buchstaben zeigen.',
  signed:
    'Das PDF ist signiert. Ohne seine Signaturen zu brechen, lässt sich nur ein Zeitstempel ergänzen, und dieser Dienst bietet keinen an.',
  timestamp: 'Der Zeitstempeldienst hat keinen Zeitstempel ausgestellt.',
  seal: 'Der Dienst hat kein Siegel ausgestellt, das in die Kopie passt.',
  code: 'Der Code einer gestempelten Kopie besteht aus zehn Buchstaben und Ziffern.',
}

/** Names a reason why no copy was made. */
export type CopyErrorCode = keyof typeof problems

/** Languages of the mark, and of what keeps a copy from being made. */
export type CopyLanguage = 'EN' | 'DE'

/** Returns why no copy was made, in a language. */
export function copyProblem(code: CopyErrorCode, language: CopyLanguage): string {
  return (language === 'DE' ? germanProblems : problems)[code]
}

/** No copy was made; the document is as it was. */
export class CopyError extends Error {
  override readonly name = 'CopyError'
  readonly code: CopyErrorCode

  constructor(code: CopyErrorCode, cause?: unknown) {
    super(problems[code], { cause })
    this.code = code
  }
}
