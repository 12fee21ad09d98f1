import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { readFilesSearch } from '../../features/files/search/files-search.js'
import { memberRoute } from './parents.jsx'

const frame = createRoute({
  getParentRoute: () => memberRoute,
  path: '/files',
  component: lazyRouteComponent(() => import('../../features/files/files-frame.jsx'), 'FilesFrame'),
})

const folderScreen = () => import('../../features/files/folder-screen.jsx')

/** Folders and files, in a frame of their own. */
export const fileRoutes = [
  frame.addChildren([
    createRoute({ getParentRoute: () => frame, path: '/', component: lazyRouteComponent(folderScreen, 'RootScreen') }),
    createRoute({
      getParentRoute: () => frame,
      path: '/$folderId',
      component: lazyRouteComponent(folderScreen, 'FolderScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/file/$fileId',
      component: lazyRouteComponent(() => import('../../features/files/file/file-screen.jsx'), 'FileScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/search',
      validateSearch: readFilesSearch,
      component: lazyRouteComponent(() => import('../../features/files/search/search-screen.jsx'), 'SearchScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/of/$accountId',
      component: lazyRouteComponent(() => import('../../features/files/others-screen.jsx'), 'OthersScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/favourites',
      component: lazyRouteComponent(() => import('../../features/files/favourites-screen.jsx'), 'FavouritesScreen'),
    }),
    createRoute({
      getParentRoute: () => frame,
      path: '/bin',
      component: lazyRouteComponent(() => import('../../features/files/bin-screen.jsx'), 'BinScreen'),
    }),
  ]),
] as const
