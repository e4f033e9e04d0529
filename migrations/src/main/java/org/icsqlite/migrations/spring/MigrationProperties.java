package org.icsqlite.migrations.spring;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties {@code icsqlite.migrations.*}.
 *
 * @param enabled whether migrations run at all
 * @param locations folders of files {@code V1__name.sql}: {@code classpath:folder}, or a directory
 *     with or without {@code file:}
 * @param publicKey the key that the manifest has to be signed by, as PEM text or as the place of a
 *     PEM file; null asks for no signature
 * @param manifest the place of the signed manifest; null means migrations.manifest in the first
 *     location
 * @param adopt whether versions that were applied without a checksum get one
 * @param lockTimeout how long somebody else's lock is waited for beyond the busy timeout
 */
@ConfigurationProperties("icsqlite.migrations")
public record MigrationProperties(
    @DefaultValue("true") boolean enabled,
    @DefaultValue(DEFAULT_LOCATION) List<String> locations,
    String publicKey,
    String manifest,
    @DefaultValue("false") boolean adopt,
    @DefaultValue("0s") Duration lockTimeout) {

  /** The folder that is looked at when no location is given; it need not exist. */
  public static final String DEFAULT_LOCATION = "classpath:db/migrations";

  public MigrationProperties {
    locations = List.copyOf(locations);
  }
}
