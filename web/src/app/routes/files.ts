import { createRoute } from '@tanstack/react-router'
import { readFilesSearch } from '../../features/files/search/files-search.js'
import { lazyScreen } from '../lazy-screen.js'
import { memberRoute } from './parents.jsx'

const frame = createRoute({
  getParentRoute: () => memberRoute,
  path: '/files',
  component: lazyScreen(() => import('../../features/files/files-frame.jsx'), 'FilesFrame'),
})

const folderScreen = () => import('../../features/files/folder-screen.jsx')

/** Folders and files, in a frame of their own. */
export const fileRoutes = [
  frame.addChildren([
    createRoute({ getParentRoute: () => frame, path: '/', component: lazyScreen(folderScreen, 'RootScreen') }),
    createRoute({
      getParentRoute: () => frame,
      path: '/$folderId',
      component: lazyScreen(folderScreen, 'FolderScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/file/$fileId',
      component: lazyScreen(() => import('../../features/files/file/file-screen.jsx'), 'FileScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/search',
      validateSearch: readFilesSearch,
      component: lazyScreen(() => import('../../features/files/search/search-screen.jsx'), 'SearchScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/of/$accountId',
      component: lazyScreen(() => import('../../features/files/others-screen.jsx'), 'OthersScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/favourites',
      component: lazyScreen(() => import('../../features/files/favourites-screen.jsx'), 'FavouritesScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/bin',
      component: lazyScreen(() => import('../../features/files/bin-screen.jsx'), 'BinScreen'),
    }),
  ]),
] as const
