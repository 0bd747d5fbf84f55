# One file, a target per app: docker build --target api|worker|web .
# The images run exactly what `npm run build` makes; .ci/run starts the same commands by hand against real servers.
FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY . .
RUN npm ci --no-fund --no-audit \
  && npm run build \
  && npm prune --omit=dev --no-fund --no-audit \
  && rm -rf node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32 apps/web/.next/cache apps/web/.next-path/cache

FROM node:24-bookworm-slim AS runtime
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
COPY --from=build --chown=node:node /app /app
USER node

FROM runtime AS api
ENV HOST=0.0.0.0 PORT=4000
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "scripts/healthcheck.mjs", "http://127.0.0.1:4000/readyz"]
CMD ["node", "apps/api/dist/main.mjs"]

FROM runtime AS worker
ENV WORKER_HEALTH_PORT=4001
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "scripts/healthcheck.mjs", "http://127.0.0.1:4001/healthz"]
CMD ["node", "apps/worker/dist/main.mjs"]

FROM runtime AS web
ENV HOST=0.0.0.0 PORT=4000
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "scripts/healthcheck.mjs", "http://127.0.0.1:4000/healthz"]
CMD ["node", "apps/web/dist/main.mjs"]
