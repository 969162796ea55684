# The digest is that of the tag's image index, so that it fits every platform. To change the version, or to take up security
# updates of Debian, print the digest of the tag, and replace tag and digest in both places:
#   docker buildx imagetools inspect node:24.20.0-bookworm-slim --format '{{.Manifest.Digest}}'
FROM node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:24.20.0-bookworm-slim@sha256:ba849c60be29959425b8734d57b8b4b7d56f98edd9504c9af091d5281095a71e
LABEL org.opencontainers.image.title="docgraph" \
      org.opencontainers.image.description="A GraphQL gateway over the REST contract of a documentation platform." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production HOST=0.0.0.0
WORKDIR /app
# The command is bundled with everything that it imports but graphql, which imports nothing. It writes no files: the root file system
# may be read-only.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules/graphql ./node_modules/graphql
COPY --from=build /app/dist ./dist
# The user `node` of the base image. Kubernetes can tell only from a number that it is not root.
USER 1000:1000
EXPOSE 4000
STOPSIGNAL SIGTERM
# Whether the process responds. A REST service that is down is no reason to restart it, so it does not use /readyz.
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}${(process.env.BASE_PATH || '').replace(/[/]$/, '')}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=64", "--v8-pool-size=1", "dist/cli.js", "serve"]
