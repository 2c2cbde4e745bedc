-- A browser that renews its push subscription finds itself by the old one, without saying whose it is (R64).
create index push_devices_endpoint on push_devices (endpoint_hash);
