/** Words for stamped copies of PDFs. */
export const copies = {
  mark: 'Stamped copy',
  suffix: 'stamped',
  name: 'Name in the mark',
  nameHint: 'Optional: yours, or your organisation’s.',
  page: 'The mark goes on',
  pages: { last: 'Last page', first: 'First page', own: 'A page of its own' },
  size: 'Size',
  sizeIs: '{{percent}} of the page’s width',
  place: {
    mark: 'Mark, {{left}} from the left and {{top}} from the top',
    hint: 'Drag the mark, or move it with the arrow keys.',
    ownHint: 'Added at the end, so that nothing is covered.',
    of: 'Page as in {{name}}',
  },
  others: 'PDFs that can’t have a mark',
  othersAre: { stamp: 'Stamp them as they are', leave: 'Leave them out' },
  othersHint: 'Encrypted or damaged ones, for example. Signed ones get a timestamp alone, if this service offers it.',
  publicDetails:
    'Public stamps of copies show their details, your name among them: others need those to verify the original, too.',
  making: 'Making the copy…',
  unmarked: 'Without a mark. {{problem}}',
  save: {
    title_one: 'Your stamped copy',
    title_other: 'Your {{count, number}} stamped copies',
    text_one: 'This page alone has it. Save it before you close the page.',
    text_other: 'This page alone has them. Save them before you close the page.',
    saved_one: 'Saved. Until you close the page or make others, you can save it again.',
    saved_other: 'Saved. Until you close the page or make others, you can save them again.',
    one: 'Download copy (PDF)',
    zip: 'Download copies (ZIP)',
    archive: 'Stamped copies',
    discard: 'Discard',
    lost_one:
      '{{count, number}} copy couldn’t be saved, because its document was moved or changed. Its stamp remains valid for the document:',
    lost_other:
      '{{count, number}} copies couldn’t be saved, because their documents were moved or changed. Their stamps remain valid for the documents:',
  },
  problems: {
    not_a_pdf: 'This is not a PDF.',
    damaged: 'The PDF is damaged. Open it, save it again as PDF, and make the copy from that.',
    encrypted: 'The PDF is encrypted or restricted. Save it without a password first.',
    dynamic_form: 'The PDF is an XFA form: its pages exist only in some programs. Print it into a PDF first.',
    no_pages: 'The PDF has no pages.',
    too_large: 'The PDF is larger than 100 MiB.',
    no_such_page: 'The PDF does not have the page that the mark should stand on.',
    letters: 'The mark can show Latin letters only.',
    signed:
      'The PDF is signed. Only a timestamp can be added without breaking its signatures, and this service offers none.',
    timestamp: 'The timestamping authority gave no timestamp.',
    code: 'A stamped copy has ten letters and digits as its code.',
  },
}
