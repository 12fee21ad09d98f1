import type { stateNames } from '../../ledger/batch-state.js'
import type { Language } from '../../texts/languages.js'

/** Words of exports. The columns stand in the order of a table. */
interface ExportWords {
  columns: Readonly<
    Record<
      | 'folder'
      | 'name'
      | 'code'
      | 'fingerprint'
      | 'visibility'
      | 'received'
      | 'blockTime'
      | 'state'
      | 'transaction'
      | 'run'
      | 'tags'
      | 'note',
      string
    >
  >
  visibility: { public: string; private: string }
  states: Readonly<Record<(typeof stateNames)[number], string>>
  index: { title: string; count: string; proofs: string; verify: string; verifier: string }
}

export const exportWords: Readonly<Record<Language, ExportWords>> = {
  EN: {
    columns: {
      folder: 'Folder',
      name: 'Name',
      code: 'Code',
      fingerprint: 'Fingerprint',
      visibility: 'Visibility',
      received: 'Received (UTC)',
      blockTime: 'Block time (UTC)',
      state: 'State',
      transaction: 'Transaction',
      run: 'Run',
      tags: 'Tags',
      note: 'Note',
    },
    visibility: { public: 'Public', private: 'Private' },
    states: { submitted: 'Submitted', confirmed: 'Confirmed', final: 'Final', failed: 'Failed' },
    index: {
      title: 'Proofs',
      count: 'Documents: {count}',
      proofs: 'Proofs',
      verify:
        'To verify a document, drop it together with its proof onto the page below. It works without the internet. manifest.json proves all documents with a SHA-256 fingerprint at once: drop it with their folder.',
      verifier: 'Open the verifier',
    },
  },
  DE: {
    columns: {
      folder: 'Ordner',
      name: 'Name',
      code: 'Code',
      fingerprint: 'Fingerabdruck',
      visibility: 'Sichtbarkeit',
      received: 'Eingang (UTC)',
      blockTime: 'Blockzeit (UTC)',
      state: 'Status',
      transaction: 'Transaktion',
      run: 'Vorgang',
      tags: 'Schlagwörter',
      note: 'Notiz',
    },
    visibility: { public: 'Öffentlich', private: 'Privat' },
    states: { submitted: 'Eingereicht', confirmed: 'Bestätigt', final: 'Endgültig', failed: 'Fehlgeschlagen' },
    index: {
      title: 'Nachweise',
      count: 'Dokumente: {count}',
      proofs: 'Nachweise',
      verify:
        'Um ein Dokument zu prüfen, ziehen Sie es zusammen mit seinem Nachweis auf die Prüfseite. Sie funktioniert ohne Internet. manifest.json beweist alle Dokumente mit SHA-256-Fingerabdruck auf einmal: Ziehen Sie die Datei zusammen mit deren Ordner darauf.',
      verifier: 'Prüfseite öffnen',
    },
  },
}
