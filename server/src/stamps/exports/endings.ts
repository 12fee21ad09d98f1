/** Names of the proofs of a document: its own, with these endings. */
export const endings = { pdf: '.proof.pdf', html: '.proof.html', json: '.proof.json', ots: '.ots' } as const
