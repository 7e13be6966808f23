# The service as a container image: `docker build --tag tollgate .` (docs/deploy.md).
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

# Nothing that is built depends on the architecture, so all of it is built on the builder's own.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# Type declarations and source maps are almost half of the size.
RUN npm ci --omit=dev --omit=optional --workspaces=false --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.d.ts' -o -name '*.d.[cm]ts' -o -name '*.map' \) -delete

FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY console/package.json console/
COPY site/package.json site/
COPY scripts scripts
# Installs what building needs; a layer of its own, since sources change more often.
RUN npm run precheck
COPY . .
RUN npm pack \
  && mkdir -p /image/app /image/data /image/usr/local/bin \
  && tar --extract --gzip --file tollgate-*.tgz --strip-components=1 --directory /image/app \
  && chmod 755 /image/app/bin/tollgate.mjs \
  && ln -s /app/bin/tollgate.mjs /image/usr/local/bin/tollgate \
  && chown 1000:1000 /image/data

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Tollgate" \
  org.opencontainers.image.description="Access restriction and purchase verification for games' app servers" \
  org.opencontainers.image.licenses="Apache-2.0"
COPY --from=dependencies /app/node_modules /app/node_modules
COPY --from=build /image /
ENV NODE_ENV=production
# A third less memory; V8 would keep room for garbage that is collected sooner.
ENV NODE_OPTIONS=--max-semi-space-size=8
ENV TOLLGATE_DATA=/data
WORKDIR /data
# The user `node` of the base image, by number so that an orchestrator sees that it is not root.
USER 1000:1000
EXPOSE 8080 8081
STOPSIGNAL SIGTERM
# Asks whether the process lives, not whether its database does: a restart would not bring that back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "const { PORT = '8080', SANDBOX_PORT = '8081' } = process.env; fetch(`http://127.0.0.1:${PORT === 'off' ? SANDBOX_PORT : PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tollgate"]
CMD ["serve"]
