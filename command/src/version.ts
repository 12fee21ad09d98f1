/** Version of the command line. Part of the code, so that a bundle without `package.json` knows it; a test compares the two. */
export const version = '0.1.0'
