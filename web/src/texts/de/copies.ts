import type { copies as en } from '../en/copies.js'
import type { TextsLike } from '../languages.js'

export const copies: TextsLike<typeof en> = {
  mark: 'Gestempelte Kopie',
  suffix: 'gestempelt',
  name: 'Name im Stempelzeichen',
  nameHint: 'Optional: Ihr Name oder der Ihrer Organisation.',
  page: 'Das Stempelzeichen steht auf',
  pages: { last: 'Letzte Seite', first: 'Erste Seite', own: 'Eigene Seite' },
  size: 'Größe',
  sizeIs: '{{percent}} der Seitenbreite',
  place: {
    mark: 'Stempelzeichen, {{left}} von links und {{top}} von oben',
    hint: 'Ziehen Sie das Stempelzeichen, oder bewegen Sie es mit den Pfeiltasten.',
    ownHint: 'Sie kommt ans Ende, damit nichts verdeckt wird.',
    of: 'Seite wie in {{name}}',
  },
  seal: 'Kopien siegeln',
  sealHint:
    'Dieser Dienst signiert Fingerabdruck und Code jeder Kopie, sodass PDF-Programme spätere Änderungen zeigen. Das ist keine qualifizierte Signatur; bereits signierte PDFs bleiben ohne Siegel.',
  others: 'PDFs, die kein Stempelzeichen bekommen können',
  othersAre: { stamp: 'Stempeln, wie sie sind', leave: 'Auslassen' },
  othersHint:
    'Zum Beispiel verschlüsselte oder beschädigte. Signierte bekommen nur einen Zeitstempel, wenn dieser Dienst welche anbietet.',
  publicDetails:
    'Öffentliche Stempel von Kopien zeigen ihre Angaben, auch Ihren Namen: Andere brauchen sie, um auch das Original zu prüfen.',
  making: 'Kopie wird erstellt …',
  unmarked: 'Ohne Stempelzeichen. {{problem}}',
  without_one: '{{count, number}} PDF ohne Stempelzeichen',
  without_other: '{{count, number}} PDFs ohne Stempelzeichen',
  save: {
    title_one: 'Ihre gestempelte Kopie',
    title_other: 'Ihre {{count, number}} gestempelten Kopien',
    text_one: 'Nur diese Seite hat sie. Speichern Sie sie, bevor Sie die Seite schließen.',
    text_other: 'Nur diese Seite hat sie. Speichern Sie sie, bevor Sie die Seite schließen.',
    saved_one: 'Gespeichert. Bis Sie die Seite schließen oder andere erstellen, können Sie sie erneut speichern.',
    saved_other: 'Gespeichert. Bis Sie die Seite schließen oder andere erstellen, können Sie sie erneut speichern.',
    one: 'Kopie herunterladen (PDF)',
    zip: 'Kopien herunterladen (ZIP)',
    archive: 'Gestempelte Kopien',
    discard: 'Verwerfen',
    lost_one:
      '{{count, number}} Kopie konnte nicht gespeichert werden, weil ihr Dokument verschoben oder geändert wurde. Ihr Stempel gilt weiter für das Dokument:',
    lost_other:
      '{{count, number}} Kopien konnten nicht gespeichert werden, weil ihre Dokumente verschoben oder geändert wurden. Ihre Stempel gelten weiter für die Dokumente:',
  },
  problems: {
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
  },
}
