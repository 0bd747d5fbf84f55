export {
  LiveProvider,
  useLiveEvents,
  useLiveStatus,
  usePollInterval,
} from './live-provider.tsx'
