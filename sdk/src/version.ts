/** Version of the package. Part of the code, since a page has no `package.json` to read; a test compares the two. */
export const version = '0.1.0'
